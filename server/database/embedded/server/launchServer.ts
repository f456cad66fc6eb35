import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { canPassFolders, passFolder, plainFolder } from '#server/database/embedded/folder/passFolder.ts';
import { readServerFile } from './serverFile.ts';
import type { ServerPrograms } from './serverPrograms.ts';
import { serverArguments, serverEnvironment } from './serverSettings.ts';
import type { SystemAccount } from '#server/database/embedded/folder/systemAccount.ts';

export type LaunchOptions = {
  databaseFolder: string;
  socketFolder: string;
  programs: ServerPrograms;
  account: SystemAccount | null;
  /** A line of the server's log. */
  onLine: (line: string) => void;
};

export type ServerProcess = {
  /** Resolves when the server accepts connections. @throws ServerStartError when it ends earlier */
  ready: Promise<void>;
  /** Resolves when the server has ended, cleanly or not. */
  ended: Promise<void>;
  /** Stops the server cleanly: open transactions are rolled back and all data is written. */
  stop(): Promise<void>;
};

/** The server ended before it was ready. The message is the last line of its log. */
export class ServerStartError extends Error {
  override readonly name = 'ServerStartError';
}

/**
 * Becomes the server, and leaves a watcher that stops the server when this process ends for any reason: the pipe on
 * descriptor 4 then closes. A line on the pipe means that the server has ended by itself. The watcher is not a child of
 * the server, because PostgreSQL reports unknown children.
 */
const watchScript = `
server=$$
(
  trap '' HUP INT TERM
  {
    exec 2>/dev/null 3<&- 5<&-
    read -r line <&4 && exit
    kill -INT "$server"
    waited=0
    while kill -0 "$server" && [ "$waited" -lt 200 ]; do
      waited=$((waited + 1))
      [ "$waited" -eq 100 ] && kill -QUIT "$server"
      [ "$waited" -eq 150 ] && kill -KILL "$server"
      sleep 0.1
    done
  } &
)
exec "$@" 4<&-
`;

const readyPollMs = 10;
const logLimitMs = 200;
/** A server that exceeds this time is stopped at once. The next start replays its log. */
const stopLimitMs = 20_000;
const killLimitMs = 5_000;

/** Starts PostgreSQL on a folder that no other process uses. */
export const launchServer = async (options: LaunchOptions): Promise<ServerProcess> => {
  const { databaseFolder, socketFolder, programs, account, onLine } = options;
  const data = account ? await passFolder(databaseFolder, 3) : plainFolder(databaseFolder);
  const socket = canPassFolders ? await passFolder(socketFolder, 5) : plainFolder(socketFolder);
  const program = [programs.postgres, '-D', data.path, '-k', socket.path, ...serverArguments];
  const child = spawn('/bin/sh', ['-c', watchScript, 'leadlight-postgres', ...program], {
    env: serverEnvironment,
    cwd: '/',
    // Ctrl+C in a terminal reaches only Leadlight, which then stops the server.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', data.fd, 'pipe', socket.fd],
    ...account,
  });
  const watchPipe = child.stdio[4];
  // Writing fails only if the watcher was killed, and then the line is not needed.
  watchPipe?.on('error', () => {});
  let lastWord = 'it ended without a word';
  let isLastWord = false;
  const log = child.stderr ? createInterface(child.stderr) : null;
  log?.on('line', (line) => {
    const isLast = /^(?:FATAL|PANIC): /.test(line);
    if (isLast || !isLastWord) lastWord = line.replace(/^[A-Z]+:\s*/, '');
    isLastWord ||= isLast;
    onLine(line);
  });
  const logRead = new Promise<void>((resolve) => {
    log?.once('close', resolve);
  });
  const spawned = new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      if (watchPipe && 'end' in watchPipe) watchPipe.end('ended\n');
      // Processes of a killed server may keep its log open for a while.
      resolve(Promise.race([logRead, sleep(logLimitMs)]));
    });
  });
  try {
    await spawned;
  } finally {
    await data.close();
    await socket.close();
  }

  const awaitReady = async (): Promise<void> => {
    const fail = ended.then(() => Promise.reject(new ServerStartError(lastWord)));
    // The server may end while its file is being read.
    fail.catch(() => {});
    for (;;) {
      const file = await readServerFile(databaseFolder);
      if (file?.pid === child.pid && file?.isReady) return;
      await Promise.race([sleep(readyPollMs), fail]);
    }
  };
  const ready = awaitReady();
  // The awaiting caller handles the rejection; this avoids unhandledRejection.
  ready.catch(() => {});
  return {
    ready,
    ended,
    stop: async () => {
      const signals: [NodeJS.Signals, number][] = [
        ['SIGINT', stopLimitMs],
        ['SIGQUIT', killLimitMs],
        ['SIGKILL', killLimitMs],
      ];
      for (const [signal, limitMs] of signals) {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill(signal);
        await Promise.race([ended, sleep(limitMs, undefined, { ref: false })]);
      }
    },
  };
};
