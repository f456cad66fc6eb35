import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The number and total size of all files below a folder. */
export const sizeOf = async (folder: string): Promise<{ files: number; bytes: number }> => {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const sizes = await Promise.all(entries.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size));
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
};
