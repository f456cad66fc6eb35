import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, copyFile, cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { databaseFolderOf } from '#server/database/embedded/folder/databaseFolder.ts';
import { freePort } from '#testing/freePort.ts';
import { routes } from '#shared/routes.ts';
import { startEnv } from '../scripts/image/startSettings.ts';
import { assembleImage } from '../scripts/image/assembleImage.ts';
import { makeMemoryGroup } from './image/memoryGroup.ts';
import type { MemoryGroup } from './image/memoryGroup.ts';
import { sizeOf } from './image/sizeOf.ts';
import { imageUser, startImage } from '../scripts/image/startImage.ts';
import { warmCache } from '../scripts/image/warmCache.ts';

/*
 * `npm run image:check`, after a build: checks the image without Docker. Runs the steps of the Dockerfile in a new
 * folder, checks the result, and starts it read-only with a container's memory limit. Prints one metric per line, and exits
 * with 1 if a check fails. If root starts it, the program runs as another user, as in the image.
 */

const project = fileURLToPath(new URL('..', import.meta.url));
/** Megabytes (10^6) that the image may add to its base. */
const sizeLimitMb = 100;
/** The memory limit of docker-compose.yml for a container with the embedded database. */
const memoryLimitMb = 512;
/** Docker kills a container after ten seconds. */
const stopLimitMs = 8_000;

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const faults: string[] = [];
const report = (name: string, value: number, unit: string): void => console.log(`${name} ${value} ${unit}`);
const say = (text: string): boolean => process.stderr.write(`${text}\n`);

const toMb = (bytes: number): number => Math.round(bytes / 100_000) / 10;

/** Runs the steps of the Dockerfile, up to the folder that the last stage copies. */
const assemble = async (scratch: string, app: string, execPath: string | undefined): Promise<void> => {
  const installed = join(scratch, 'installed');
  await mkdir(installed);
  for (const name of ['package.json', 'package-lock.json']) await cp(join(project, name), join(installed, name));
  say('Installing the production packages …');
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', ['ci', ...options], { cwd: installed });
  await assembleImage({ project, installed, to: app });
  await warmCache(app, { user: isRoot ? imageUser : undefined, execPath });
  await rm(installed, { recursive: true });
};

const measureTree = async (app: string): Promise<void> => {
  const { files, bytes } = await sizeOf(app);
  report('image.files', files, 'files');
  report('image.size', toMb(bytes), 'MB');
  report('image.packages', toMb((await sizeOf(join(app, 'node_modules'))).bytes), 'MB');
  report('image.compiledCode', toMb((await sizeOf(join(app, startEnv['NODE_COMPILE_CACHE'] ?? ''))).bytes), 'MB');
  if (bytes > sizeLimitMb * 1e6) faults.push(`The image adds ${toMb(bytes)} MB, and may add ${sizeLimitMb}`);
};

/** Makes a folder read-only, or writable for its owner so that it can be removed. */
const setWritable = async (folder: string, isWritable: boolean): Promise<void> => {
  for (const path of ['', ...(await readdir(folder, { recursive: true }))]) {
    const { mode } = await stat(join(folder, path));
    await chmod(join(folder, path), isWritable ? mode | 0o200 : mode & ~0o222);
  }
};

/** The memory group; null if this process may not limit memory. */
const limitMemory = async (): Promise<MemoryGroup | null> => {
  try {
    return await makeMemoryGroup(memoryLimitMb * 1e6);
  } catch (error) {
    console.log(`image.memoryLimit not checked: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
};

const checkMemory = async (group: MemoryGroup): Promise<void> => {
  report('image.memoryLimit', memoryLimitMb, 'MB');
  report('image.memoryPeak', toMb(await group.peakBytes()), 'MB');
  const killed = await group.killed();
  if (killed > 0) faults.push(`Linux killed ${killed} processes at the memory limit of ${memoryLimitMb} MB`);
};

const checkRun = async (scratch: string, app: string, execPath: string | undefined): Promise<void> => {
  const [data, temporary] = [join(scratch, 'data'), join(scratch, 'tmp')];
  for (const folder of [data, temporary]) {
    await mkdir(folder);
    if (isRoot) await chown(folder, imageUser.uid, imageUser.gid);
  }
  const [port, apiPort] = await Promise.all([freePort(), freePort()]);
  const env = { PORT: String(port), API_PORT: String(apiPort), DATA_DIR: data, TMPDIR: temporary, LOG_LEVEL: 'warn' };
  await setWritable(app, false);
  const group = await limitMemory();
  try {
    const startedAt = performance.now();
    const image = await startImage(app, { env, user: isRoot ? imageUser : undefined, execPath, group });
    report('image.start', Math.round(performance.now() - startedAt), 'ms');
    for (const path of ['/healthz', ...Object.values(routes).map((route) => route.path)]) {
      const { status } = await fetch(`http://127.0.0.1:${port}${path}`);
      if (status !== 200) faults.push(`${path} answered ${status}`);
    }
    await run(process.execPath, [join(app, 'server/cli/healthcheck.ts')], { env: { PORT: env.PORT } });
    const stoppedAt = performance.now();
    await image.stop();
    const stopMs = Math.round(performance.now() - stoppedAt);
    report('image.stop', stopMs, 'ms');
    if (stopMs > stopLimitMs) faults.push(`It took ${stopMs} ms to stop`);
    for (const left of await readdir(temporary)) faults.push(`${left} was left in the folder for temporary files`);
    if (existsSync(join(databaseFolderOf(data), 'postmaster.pid'))) faults.push('PostgreSQL did not stop in order');
    if (group) await checkMemory(group);
  } finally {
    for (const pid of (await group?.remove()) ?? []) faults.push(`The process ${pid} still ran after the stop`);
    await setWritable(app, true);
  }
};

if (!existsSync(join(project, 'dist/server/entry.mjs')))
  throw new Error('There is no build: run "npm run build" first');
const scratch = await mkdtemp(join(tmpdir(), 'll-image-'));
try {
  // The other user needs access to the folder, and a copy of Node outside root's folders.
  await chmod(scratch, 0o755);
  const execPath = isRoot ? join(scratch, 'node') : undefined;
  if (execPath) await copyFile(process.execPath, execPath);
  const app = join(scratch, 'app');
  await assemble(scratch, app, execPath);
  await measureTree(app);
  await checkRun(scratch, app, execPath);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
for (const fault of faults) console.error(`✗ ${fault}`);
if (faults.length > 0) process.exitCode = 1;
