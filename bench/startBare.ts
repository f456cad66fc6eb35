import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Bare = { url: string; pid: number; stop: () => Promise<void> };

/**
 * Starts a server of `bench/bare` as a process of its own: the reference that a benchmark compares with. It is sent its
 * settings as the first message and answers with its port. @throws when it ends before that
 */
export const startBare = async (file: string, settings: unknown): Promise<Bare> => {
  const child = fork(fileURLToPath(new URL(`./bare/${file}`, import.meta.url)), {
    // As the product is started in an install; what a library does in development is no reference.
    env: { ...process.env, NODE_ENV: 'production' },
    serialization: 'advanced',
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
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
