import { fork } from 'node:child_process';
import { join } from 'node:path';
import { startSettings } from './startSettings.ts';
import type { ImageUser } from './imageUser.ts';
import type { MemoryGroup } from './memoryGroup.ts';

type Options = {
  /** The container's environment. Nothing else of this process's environment is passed on. */
  env: Record<string, string>;
  /** The user to run as, if started by root. */
  user?: ImageUser | undefined;
  /** The Node to run it with; this process's by default. */
  execPath?: string | undefined;
  /** The process moves to this group when it starts. */
  group?: MemoryGroup | null;
};

export type RunningImage = {
  url: string;
  /** Stops the program as `docker stop` does. @throws if it does not stop in order */
  stop(): Promise<void>;
};

/**
 * Starts the program of an assembled folder with the image's command.
 * @throws with its log if it ends before it is ready
 */
export const startImage = async (folder: string, { env, user, execPath, group }: Options): Promise<RunningImage> => {
  const child = fork(join(folder, 'server/main.ts'), [], {
    cwd: folder,
    execArgv: startSettings.flags,
    env: { NODE_ENV: 'production', ...startSettings.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...user,
    ...(execPath && { execPath }),
  });
  if (child.pid !== undefined) group?.add(child.pid);
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
    ended.then((code) => reject(new Error(`It ended with ${code} before it was ready:\n${log.join('')}`)), reject);
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await ended;
      if (code !== 0) throw new Error(`It ended with ${code} after a SIGTERM:\n${log.join('')}`);
    },
  };
};
