import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type Bare = { url: string; pid: number; stop: () => Promise<void> };

/**
 * Starts a reference server from `lab/bench/bare` as a separate process. Sends its settings and waits for its port.
 * @throws if the server ends first
 */
export const startBare = async (file: string, settings: unknown): Promise<Bare> => {
  const child = fork(fileURLToPath(new URL(`./bare/${file}`, import.meta.url)), {
    // Production mode, as in an install: libraries are slower in development.
    env: { ...process.env, NODE_ENV: 'production' },
    serialization: 'advanced',
  });
  const ended = once(child, 'exit');
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it listened`)));
    child.send({ settings });
  });
  if (child.pid === undefined) throw new Error(`${file} has no process`);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
