import { join } from 'node:path';
import { startEnv, startFlags } from './startSettings.ts';
import { startServerProcess } from './startServerProcess.ts';
import type { ServerProcess } from './startServerProcess.ts';

/** The user `node` of the base image, which runs the program. */
export const imageUser = { uid: 1000, gid: 1000 };

type Options = {
  /** The container's environment. Nothing else of this process's environment is passed on. */
  env: Record<string, string>;
  /** The user to run as, if started by root. */
  user?: typeof imageUser | undefined;
  /** The Node to run it with; this process's by default. */
  execPath?: string | undefined;
  /** The process moves to this group when it starts. */
  group?: { add(pid: number): void } | null;
};

/**
 * Starts the program of an assembled folder with the image's command.
 * @throws with its log if it ends before it is ready
 */
export const startImage = (folder: string, { env, user, execPath, group }: Options): Promise<ServerProcess> =>
  startServerProcess(
    join(folder, 'server/main.ts'),
    {
      cwd: folder,
      execArgv: startFlags(env['ROLES']),
      env: { NODE_ENV: 'production', ...startEnv, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      ...user,
      ...(execPath && { execPath }),
    },
    ({ pid }) => pid !== undefined && group?.add(pid),
  );
