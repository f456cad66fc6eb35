import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseNamedAccount } from '#server/database/embedded/folder/systemAccount.ts';
import { freePort } from '#testing/freePort.ts';
import { removeFolder } from '#testing/removeFolder.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { withClient } from './withClient.ts';

/** PgBouncer in transaction mode, in front of a test's PostgreSQL server. */
export type TestPgbouncer = {
  /** The address of a database of the server, through the pooler. */
  through(url: string): string;
  /** The pooler's own database, for `SHOW POOLS`. */
  consoleUrl: string;
  /**
   * Restarts PgBouncer at the same address. `SIGINT` waits for running transactions, `SIGKILL` is a crash. Resolves when
   * PgBouncer accepts connections.
   */
  restart(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
};

/** Path in Debian's package. */
const program = '/usr/sbin/pgbouncer';

export const hasPgbouncer = (): Promise<boolean> =>
  access(program).then(
    () => true,
    () => false,
  );

/** @param poolSize connections to the server for each database */
export const startPgbouncer = async (serverUrl: string, { poolSize }: { poolSize: number }): Promise<TestPgbouncer> => {
  const { hostname, port: serverPort, username } = new URL(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'leadlight-pgbouncer-'));
  await chmod(folder, 0o755);
  // Like PostgreSQL, it refuses to run as root.
  const account = await chooseNamedAccount();
  if (account) await chown(folder, account.uid, account.gid);
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(join(folder, 'users.txt'), `"${username}" ""\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
admin_users = ${username}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
logfile = ${join(folder, 'log')}
`,
  );
  const through = (url: string): string => {
    const pooled = new URL(url);
    pooled.host = `127.0.0.1:${port}`;
    return pooled.href;
  };
  const consoleUrl = through(`postgres://${username}@127.0.0.1/pgbouncer`);
  const isUp = (): Promise<boolean> =>
    withClient(consoleUrl, async () => true).catch(() => {
      // Not up yet; the next check follows.
      return false;
    });
  let server: ChildProcess;
  const launch = async (): Promise<void> => {
    server = spawn(program, ['--quiet', settings], { ...account, cwd: folder, stdio: 'ignore' });
    await waitUntil(isUp, { what: 'pgbouncer' });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  await launch();
  return {
    through,
    consoleUrl,
    restart: async (signal) => {
      await end(signal);
      await launch();
    },
    stop: async () => {
      await end('SIGINT');
      await removeFolder(folder);
    },
  };
};
