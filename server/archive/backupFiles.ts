import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const dayMs = 86_400_000;
const completeName = /^leadlight-\d{8}T\d{6}Z\.tar\.gz(?:\.age)?$/;
const draftName = /^leadlight-\d{8}T\d{6}Z\.tar\.gz(?:\.age)?\.[0-9a-f]{6}\.part$/;

/**
 * `leadlight-20260131T235959Z.tar.gz`, plus `.age` if encrypted. Sorted by name, backups are sorted by time.
 */
export const fileNameOf = (now: Date, isEncrypted: boolean): string =>
  `leadlight-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz${isEncrypted ? '.age' : ''}`;

/** Deletes all but the newest backups of a folder, and leftovers of killed ones. */
export const keepNewest = async (folder: string, keep: number, now: Date): Promise<string[]> => {
  const names = await readdir(folder);
  const tooMany = names
    .filter((name) => completeName.test(name))
    .toSorted()
    .toReversed()
    .slice(keep);
  for (const name of tooMany) await rm(join(folder, name), { force: true });
  for (const name of names.filter((each) => draftName.test(each))) {
    // A younger draft may belong to a running backup.
    const { mtimeMs } = await stat(join(folder, name));
    if (mtimeMs < now.getTime() - dayMs) await rm(join(folder, name), { force: true });
  }
  return tooMany;
};
