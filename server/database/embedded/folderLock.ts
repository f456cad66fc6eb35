import { mkdir, rename, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { join, relative } from 'node:path';
import { randomBytes } from 'node:crypto';
import { createCommandListener } from './commandListener.ts';
import type { FolderCommand } from './commandListener.ts';

/** The kernel takes no longer path for a Unix socket (`sun_path`, less the final zero). */
const socketPathLimit = 107;

/** Where the process that works on `folder` listens, as a path that is short enough. */
export const lockPathOf = (folder: string): string => {
  const absolute = join(folder, 'in-use.sock');
  const fromHere = relative(process.cwd(), absolute);
  const path = fromHere.length < absolute.length ? fromHere : absolute;
  if (Buffer.byteLength(path) > socketPathLimit) throw new Error(`DATA_DIR is too long a path for a socket: ${folder}`);
  return path;
};

/** What a connection attempt gets where nobody listens; any other failure, as of a full queue, tells of somebody. */
const silences: Readonly<Record<string, 'left' | 'gone'>> = { ECONNREFUSED: 'left', ENOENT: 'gone' };

/** Whether somebody listens at a socket; `left`: its process has ended without taking it away. */
const lookAt = (path: string): Promise<'answering' | 'left' | 'gone'> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve('answering');
    });
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(silences[code] ?? 'answering'));
  });

const listen = (path: string, server: Server): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error));
    server.once('error', onError);
    server.listen(path, () => {
      server.off('error', onError).unref();
      resolve(true);
    });
  });

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

export type FolderLock = {
  /** What other programs on this machine may ask this process for, by name. Before, nobody is answered. */
  answer(commands: Readonly<Record<string, FolderCommand>>): void;
  release(): Promise<void>;
};

/**
 * Makes this process the only one that works on `folder`. The lock is a Unix socket that is listened on: it dies with
 * its process, also on SIGKILL, and is seen across containers that share the folder, which a process id is not.
 * @throws FolderInUseError when another process holds it
 */
export const lockFolder = async (folder: string): Promise<FolderLock> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = lockPathOf(folder);
  const inUse = () =>
    new FolderInUseError(`Another process already works on ${folder}. Stop it first, or set another DATA_DIR.`);

  const listener = createCommandListener();
  const server = createServer(listener.accept);
  if (!(await listen(path, server))) {
    const found = await lookAt(path);
    if (found === 'answering') throw inUse();
    if (found === 'left') {
      // Moved aside first, so that of several starters only one takes it over.
      const aside = `${path}.${randomBytes(3).toString('hex')}`;
      const isMine = await rename(path, aside).then(
        () => true,
        () => false,
      );
      if (isMine && (await lookAt(aside)) === 'answering') {
        await rename(aside, path);
        throw inUse();
      }
      if (isMine) await rm(aside, { force: true });
    }
    if (!(await listen(path, server))) throw inUse();
  }
  return {
    answer: listener.answer,
    release: async () => {
      await listener.close();
      // Takes the socket away at once. From then on it is somebody else's, so this is the last that is done to it.
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
};
