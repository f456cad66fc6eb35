import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../server/main.ts', import.meta.url));

export type Product = { process: ChildProcess; url: string; stop(): Promise<void> };

/**
 * Starts the product as its own process and waits until it is ready. `flags` are those of node.
 * @throws when it ends before that, or not in order
 */
export const startProduct = async (
  env: Record<string, string>,
  args: string[] = [],
  flags: string[] = [],
): Promise<Product> => {
  const child = fork(main, args, { execArgv: flags, env: { ...process.env, ...env }, stdio: 'inherit' });
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: { ready?: boolean; url: string }) => {
      if (message.ready) resolve(message.url);
    });
    void ended.then((code) => reject(new Error(`The server ended with ${code} before it was ready`)));
  });
  return {
    process: child,
    url,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await ended;
      if (code !== 0) throw new Error(`The server did not stop in order: it ended with ${code}`);
    },
  };
};
