import { open } from 'node:fs/promises';

/** Waits until the names of a folder's files are on the disk, as `sync` of a file does for its content. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
