import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a private folder with its missing parents. Parents are made one at a time, because a recursive `mkdir` in Node
 * loops forever if the system answers ENOENT, as below `/proc`.
 */
export const makeFolder = async (folder: string): Promise<void> => {
  const path = resolve(folder);
  const missing: string[] = [];
  for (let place = path; ; place = dirname(place)) {
    const found = await stat(place).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (found && !found.isDirectory())
      throw Object.assign(new Error(`ENOTDIR: not a folder, mkdir '${place}'`), { code: 'ENOTDIR' });
    if (found) break;
    missing.unshift(place);
  }
  for (const place of missing)
    await mkdir(place, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      // Another process was faster.
      if (error.code !== 'EEXIST') throw error;
    });
};
