import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runInitdb } from '#server/database/embedded/folder/createDatabaseFolder.ts';
import { findServerPrograms } from '#server/database/embedded/server/serverPrograms.ts';
import { chooseNamedAccount } from '#server/database/embedded/folder/systemAccount.ts';
import type { SystemAccount } from '#server/database/embedded/folder/systemAccount.ts';
import { distribute } from './distribute.ts';
import { withClient } from './withClient.ts';
import { freePort } from '#testing/freePort.ts';
import { waitUntil } from '#testing/waitUntil.ts';

/** A real PostgreSQL server for tests, or with `CITUS_BIN` a Citus cluster. */
export type TestPostgres = {
  /** The database `postgres`, as a superuser. */
  url: string;
  /** URLs of that database on all servers: the one in `url`, and the workers of a cluster. */
  servers: string[];
  /**
   * Ends the servers and starts them again with the same ports and data: `SIGINT` is a fast shutdown, `SIGKILL` a crash.
   * Resolves when they accept connections.
   * @param role a standby has the same data, follows no other server, and refuses writes
   */
  restart(signal: 'SIGINT' | 'SIGKILL', role?: 'primary' | 'standby'): Promise<void>;
  stop(): Promise<void>;
};

type PostgresOptions = {
  /** Makes commits survive a server crash. Other tests are faster without it. */
  isDurable?: boolean;
};

const canConnect = (url: string): Promise<boolean> =>
  withClient(url, async () => true).catch(() => {
    // Not up yet; the caller retries.
    return false;
  });

/** PostgreSQL 15 has no built-in locale provider. */
const initCitus = (bin: string, data: string, account: SystemAccount | null) =>
  promisify(execFile)(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...account, cwd: '/' },
  );

const citusSettings = [
  'shared_preload_libraries=citus',
  'citus.shard_count=4',
  'citus.node_conninfo=sslmode=disable',
  // distribute.sql sets this per database, and copies for tests lose such settings.
  'citus.local_table_join_policy=prefer-distributed',
  'max_prepared_transactions=200',
  'max_worker_processes=64',
  'wal_level=logical',
];

const startServer = async (
  { isDurable = false }: PostgresOptions,
  citusBin: string | undefined,
): Promise<TestPostgres> => {
  const folder = await mkdtemp(join(tmpdir(), 'leadlight-pg-'));
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  const account = await chooseNamedAccount();
  if (account) for (const path of [folder, data]) await chown(path, account.uid, account.gid);
  const programs = citusBin ? { postgres: join(citusBin, 'postgres') } : await findServerPrograms(account);
  if ('initdb' in programs) await runInitdb(data, { programs, account }, ['--no-sync']);
  else await initCitus(dirname(programs.postgres), data, account);
  const port = await freePort();
  const settings = [
    ...(isDurable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ...(citusBin ? citusSettings : []),
    'max_connections=200',
    'listen_addresses=127.0.0.1',
  ];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess;
  let ended: Promise<unknown>;
  const launch = (): void => {
    server = spawn(
      programs.postgres,
      ['-D', data, '-p', String(port), '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
      { ...account, cwd: folder, stdio: 'ignore' },
    );
    ended = once(server, 'exit');
  };
  const isUp = async (): Promise<boolean> => {
    // After a crash, PostgreSQL refuses to start while a child of the old server still runs.
    if (server.exitCode !== null) launch();
    return canConnect(url);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    server.kill(signal);
    await ended;
  };
  launch();
  await waitUntil(isUp);
  return {
    url,
    servers: [url],
    restart: async (signal, role = 'primary') => {
      await end(signal);
      const standbySignal = join(data, 'standby.signal');
      await (role === 'standby' ? writeFile(standbySignal, '') : rm(standbySignal, { force: true }));
      launch();
      await waitUntil(isUp);
    },
    stop: async () => {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** A coordinator with two workers. Its database is distributed. */
const startCitus = async (options: PostgresOptions, bin: string): Promise<TestPostgres> => {
  const nodes = await Promise.all([1, 2, 3].map(() => startServer(options, bin)));
  const onAll = async (act: (node: TestPostgres) => Promise<void>): Promise<void> => {
    await Promise.all(nodes.map(act));
  };
  const servers = nodes.map(({ url }) => url);
  await distribute(servers, 'postgres');
  return {
    url: servers[0] ?? '',
    servers,
    restart: (signal, role) => onAll((node) => node.restart(signal, role)),
    stop: () => onAll((node) => node.stop()),
  };
};

/**
 * Starts a server with a new data folder on a free loopback port. If `CITUS_BIN` is set, starts a Citus cluster with the
 * PostgreSQL programs in that folder instead.
 */
export const startPostgres = (options: PostgresOptions = {}): Promise<TestPostgres> => {
  const citusBin = process.env['CITUS_BIN'];
  return citusBin ? startCitus(options, citusBin) : startServer(options, undefined);
};
