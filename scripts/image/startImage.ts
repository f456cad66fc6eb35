import { fork } from 'node:child_process';
import { join } from 'node:path';
import { startSettings } from './startSettings.ts';
import type { ImageUser } from './imageUser.ts';
import type { MemoryGroup } from './memoryGroup.ts';

type Options = {
  /** What the container would be given; nothing else of our own environment goes in. */
  env: Record<string, string>;
  /** Who it runs as, where root starts it. */
  user?: ImageUser | undefined;
  /** The Node to run it with; else our own. */
  execPath?: string | undefined;
  /** The process moves to this group when it starts. */
  group?: MemoryGroup | null;
};

export type RunningImage = {
  url: string;
  /** Ends it as `docker stop` does. @throws when it does not end in order */
  stop(): Promise<void>;
};

/**
 * Starts the program of an assembled folder as the image's command does.
 * @throws with its log when it ends before it is ready
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
      if (code !== 0) throw new Error(`It ended with ${code} when it was told to stop:\n${log.join('')}`);
    },
  };
};
