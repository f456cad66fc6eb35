import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import { canPassFolders } from './passFolder.ts';

/** Longest path of a Unix socket on macOS; Linux allows four bytes more. */
const pathLimitBytes = 103;

/** Kept for the life of the process: a garbage-collected handle closes its descriptor. */
const held: FileHandle[] = [];

/**
 * The path of a folder through which this process reaches the socket `name`. If the path is too long for a socket, an
 * open descriptor replaces it for the life of the process.
 * @throws StartRefusedError if that is impossible
 */
export const socketFolderPath = async (folder: string, name: string): Promise<string> => {
  const path = resolve(folder);
  if (Buffer.byteLength(join(path, name)) <= pathLimitBytes) return path;
  if (!canPassFolders)
    throw new StartRefusedError(`DATA_DIR is too long a path for a socket: ${folder}. Set a shorter one.`);
  const handle = await open(folder, 'r');
  held.push(handle);
  return `/proc/self/fd/${handle.fd}`;
};
