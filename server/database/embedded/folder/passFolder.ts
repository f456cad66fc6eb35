import { open } from 'node:fs/promises';
import { platform } from 'node:os';

/** A folder as seen by a child process: pass `fd` to the child as the descriptor with the number in `path`. */
export type PassedFolder = { path: string; fd: number | 'ignore'; close(): Promise<void> };

export const canPassFolders = platform() === 'linux';

/** The folder under its own path. */
export const plainFolder = (path: string): PassedFolder => ({ path, fd: 'ignore', close: async () => {} });

/**
 * Gives a child process access to a folder through an open descriptor, which Linux shows as a path. The child's user
 * may lack access to the parent folders, such as root's home folder and DATA_DIR. The path is also short enough for a
 * socket.
 * @param childFd the child's number for the descriptor
 */
export const passFolder = async (folder: string, childFd: number): Promise<PassedFolder> => {
  const handle = await open(folder, 'r');
  return { path: `/proc/self/fd/${childFd}`, fd: handle.fd, close: () => handle.close() };
};
