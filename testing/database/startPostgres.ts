import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInitdb } from '#server/database/embedded/folder/createDatabaseFolder.ts';
import { findServerPrograms } from '#server/database/embedded/server/serverPrograms.ts';
import { chooseServerAccount } from '#server/database/embedded/folder/systemAccount.ts';
import { withClient } from './withClient.ts';
import { freePort } from '#testing/freePort.ts';
import { waitUntil } from '#testing/waitUntil.ts';

/** A real PostgreSQL server for tests. `url` is the database `postgres`, as a superuser. */
export type TestPostgres = {
  url: string;
  /**
   * Ends the server and starts it again with the same port and data: `SIGINT` is a fast shutdown, `SIGKILL` a crash.
   * Resolves when the server accepts connections.
   * @param role a standby has the same data, follows no other server, and refuses writes
   */
  restart(signal: 'SIGINT' | 'SIGKILL', role?: 'primary' | 'standby'): Promise<void>;
  stop(): Promise<void>;
};

type PostgresOptions = {
  /** Commits survive a crash of the server. Tests without a crash are faster without. */
  isDurable?: boolean;
};

const canConnect = (url: string): Promise<boolean> =>
  withClient(url, async () => true).catch(() => {
    // Not up yet; the caller retries.
    return false;
  });

/** Starts a server with a fresh data folder on a free port of the loopback address. */
export const startPostgres = async ({ isDurable = false }: PostgresOptions = {}): Promise<TestPostgres> => {
  const folder = await mkdtemp(join(tmpdir(), 'leadlight-pg-'));
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  const account = await chooseServerAccount(data);
  if (account) for (const path of [folder, data]) await chown(path, account.uid, account.gid);
  const programs = await findServerPrograms(account);
  await runInitdb(data, { programs, account }, ['--no-sync']);
  const port = await freePort();
  const settings = [
    ...(isDurable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
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
  await waitUntil(isUp, { timeoutMs: 30_000 });
  return {
    url,
    restart: async (signal, role = 'primary') => {
      await end(signal);
      const standbySignal = join(data, 'standby.signal');
      await (role === 'standby' ? writeFile(standbySignal, '') : rm(standbySignal, { force: true }));
      launch();
      await waitUntil(isUp, { timeoutMs: 30_000 });
    },
    stop: async () => {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
};
