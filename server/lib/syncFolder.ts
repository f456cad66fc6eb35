import { open } from 'node:fs/promises';

/** Flushes the file names of a folder to disk, as a file's `sync` does for its content. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
