import { rename, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { makeFolder } from '#server/lib/makeFolder.ts';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import { isClosed, openingAdvice } from './closedFolder.ts';
import { socketFolderPath } from './socketPath.ts';

const lockName = 'in-use.sock';

/** The path of the lock for `folder`. */
export const lockPathOf = async (folder: string): Promise<string> =>
  join(await socketFolderPath(folder, lockName), lockName);

/**
 * The error of a connection attempt without a listener. Any other failure, such as a full queue, means that a process
 * is listening.
 */
const silences: Readonly<Record<string, 'left' | 'gone'>> = { ECONNREFUSED: 'left', ENOENT: 'gone' };

/** Whether a process listens at a socket; `left`: its process ended without removing the socket. */
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

/** File system errors that the operator has to solve. */
const unwritable = new Set(['ENOTDIR', 'EEXIST', 'ENOSPC', 'ENOENT']);

const explainUnwritable = (folder: string) => (error: NodeJS.ErrnoException) => {
  if (isClosed(error))
    throw new StartRefusedError(
      `DATA_DIR (${folder}) cannot be written to (${error.code}). ${openingAdvice(error.code, folder)}`,
    );
  if (error.code === undefined || !unwritable.has(error.code)) throw error;
  throw new StartRefusedError(
    `DATA_DIR (${folder}) cannot be written to (${error.code}). Set it to a writable folder of the user that Leadlight runs as.`,
  );
};

export class FolderInUseError extends StartRefusedError {
  override readonly name = 'FolderInUseError';
}

/** Whether a process uses `folder`. Changes nothing. */
export const isFolderInUse = async (folder: string): Promise<boolean> =>
  (await lookAt(await lockPathOf(folder))) === 'answering';

export type FolderLock = {
  release(): Promise<void>;
};

/**
 * Makes this process the only user of `folder`. The lock is a listening Unix socket. It ends with its process, even on
 * SIGKILL, and works across containers that share the folder, unlike a process id.
 * @throws StartRefusedError when the folder cannot be written to, FolderInUseError when another process holds the lock
 */
export const lockFolder = async (folder: string): Promise<FolderLock> => {
  await makeFolder(folder).catch(explainUnwritable(folder));
  const path = await lockPathOf(folder);
  const inUse = () =>
    new FolderInUseError(`Another process already works on ${folder}. Stop it first, or set another DATA_DIR.`);

  // A successful connection already shows that the folder is in use.
  const server = createServer((socket) => socket.on('error', () => {}).destroy());
  if (!(await listen(path, server).catch(explainUnwritable(folder)))) {
    const found = await lookAt(path);
    if (found === 'answering') throw inUse();
    if (found === 'left') {
      // Renamed first, so that only one process takes it over.
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
    release: async () => {
      // Removes the socket at once. After that it may belong to another process, so nothing else follows.
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
};
