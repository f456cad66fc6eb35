import { constants } from 'node:fs';
import { cp, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Bytes of all files below. */
export const folderBytes = async (folder: string): Promise<number> => {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    names.map(async (name) => {
      const entry = await lstat(join(folder, name));
      return entry.isFile() ? entry.size : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

const isLogSegment = /^[0-9A-F]{24}$/;

/**
 * Copies the files of a database at rest. Of its log only the segments from `firstSegment` to `lastSegment` are taken: what a
 * start reads. The others are hundreds of megabytes, old ones that are kept to be written over. Where the file system shares
 * blocks between copies nothing is copied at all.
 */
export const copyDatabaseFolder = async (
  from: string,
  to: string,
  { firstSegment, lastSegment }: { firstSegment: string; lastSegment: string },
): Promise<void> => {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { mode: 0o700 });
  await cp(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => {
      const name = basename(path);
      if (basename(dirname(path)) !== 'pg_wal' || !isLogSegment.test(name)) return true;
      return name >= firstSegment && name <= lastSegment;
    },
  });
};
