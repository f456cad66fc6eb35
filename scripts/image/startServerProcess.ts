import { fork } from 'node:child_process';
import type { ChildProcess, ForkOptions } from 'node:child_process';

export type ServerProcess = {
  url: string;
  /** Stops the server as `docker stop` does. @throws if it does not stop in order */
  stop(): Promise<void>;
};

/**
 * Starts a server.
 * @throws if it ends before it is ready, with its log if that is piped
 */
export const startServerProcess = async (
  main: string | URL,
  options: ForkOptions,
  onStart: (child: ChildProcess) => void = () => {},
): Promise<ServerProcess> => {
  const child = fork(main, options);
  onStart(child);
  const log: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => log.push(text));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: { ready?: boolean; url: string }) => {
      if (message.ready) resolve(message.url);
    });
    ended.then(
      (code) => reject(new Error(`The server ended with ${code} before it was ready\n${log.join('')}`)),
      reject,
    );
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await ended;
      if (code !== 0) throw new Error(`The server did not stop in order: it ended with ${code}\n${log.join('')}`);
    },
  };
};
