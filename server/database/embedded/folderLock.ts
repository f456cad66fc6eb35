import { mkdir, rename, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { join, relative } from 'node:path';
import { randomBytes } from 'node:crypto';

/** The kernel takes no longer path for a Unix socket (`sun_path`, less the final zero). */
const socketPathLimit = 107;

const isAnswering = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

const listen = (path: string): Promise<Server | null> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/**
 * Makes this process the only one that works on `folder`. The lock is a Unix socket that is listened on: it dies with
 * its process, also on SIGKILL, and is seen across containers that share the folder, which a process id is not.
 * @throws FolderInUseError when another process holds it
 */
export const lockFolder = async (folder: string): Promise<{ release(): Promise<void> }> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const absolute = join(folder, 'in-use.sock');
  const fromHere = relative(process.cwd(), absolute);
  const path = fromHere.length < absolute.length ? fromHere : absolute;
  if (Buffer.byteLength(path) > socketPathLimit) throw new Error(`DATA_DIR is too long a path for a socket: ${folder}`);
  const inUse = () =>
    new FolderInUseError(`Another process already works on ${folder}. Stop it first, or set another DATA_DIR.`);

  let server = await listen(path);
  if (!server) {
    if (await isAnswering(path)) throw inUse();
    // A socket of a process that is gone. Moved aside first, so that of several starters only one takes it over.
    const aside = `${path}.${randomBytes(3).toString('hex')}`;
    const isMine = await rename(path, aside).then(
      () => true,
      () => false,
    );
    if (isMine && (await isAnswering(aside))) {
      await rename(aside, path);
      throw inUse();
    }
    if (isMine) await rm(aside, { force: true });
    server = await listen(path);
    if (!server) throw inUse();
  }
  const held = server;
  return {
    release: async () => {
      await new Promise<void>((resolve) => {
        held.close(() => resolve());
      });
      await rm(path, { force: true });
    },
  };
};
