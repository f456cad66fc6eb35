import { open } from 'node:fs/promises';
import { platform } from 'node:os';

/** A folder as a child process reaches it: pass `fd` to the child as the descriptor whose number is in `path`. */
export type PassedFolder = { path: string; fd: number | 'ignore'; close(): Promise<void> };

export const canPassFolders = platform() === 'linux';

/** The folder by its own path. */
export const plainFolder = (path: string): PassedFolder => ({ path, fd: 'ignore', close: async () => {} });

/**
 * Gives a child process access to a folder through an open descriptor, which Linux shows as a path. The parent folders
 * may be closed to the child's user, such as root's home folder and DATA_DIR, and the path is short enough for a
 * socket.
 * @param childFd the child's number for the descriptor
 */
export const passFolder = async (folder: string, childFd: number): Promise<PassedFolder> => {
  const handle = await open(folder, 'r');
  return { path: `/proc/self/fd/${childFd}`, fd: handle.fd, close: () => handle.close() };
};
