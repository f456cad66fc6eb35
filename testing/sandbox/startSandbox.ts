import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const program = fileURLToPath(new URL('./sandboxProcess.ts', import.meta.url));
const started = z.object({ url: z.string(), environment: z.record(z.string(), z.string()) });

export type SandboxSite = { url: string; environment: Record<string, string> };

/** Starts the sandbox as a separate process. */
export const startSandbox = async (): Promise<SandboxSite & { stop(): Promise<void> }> => {
  const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const site = await new Promise<SandboxSite>((resolve, reject) => {
    child.once('message', (message) => resolve(started.parse(message)));
    void ended.then(() => reject(new Error('The sandbox ended before it was ready')));
  });
  return {
    ...site,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
