import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Env } from '#server/config/env.ts';

const dayMs = 86_400_000;
const completeName = /^leadlight-\d{8}T\d{6}Z\.tar\.gz(?:\.age)?$/;
const draftName = /^leadlight-\d{8}T\d{6}Z\.tar\.gz(?:\.age)?\.[0-9a-f]{6}\.part$/;

/**
 * `leadlight-20260131T235959Z.tar.gz`, plus `.age` if encrypted. Sorted by name, backups are sorted by time.
 */
export const fileNameOf = (now: Date, isEncrypted: boolean): string =>
  `leadlight-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz${isEncrypted ? '.age' : ''}`;

/** The folder of the installation's backups. */
export const backupFolderOf = ({ BACKUP_DIR, DATA_DIR }: Pick<Env, 'BACKUP_DIR' | 'DATA_DIR'>): string =>
  BACKUP_DIR === undefined ? join(DATA_DIR, 'backups') : resolve(BACKUP_DIR);

/** Whether a file name belongs to a complete backup. */
export const isBackupName = (name: string): boolean => completeName.test(name);

/** Deletes all but the newest backups of a folder, and leftovers of killed ones. */
export const keepNewest = async (folder: string, keep: number, now: Date): Promise<string[]> => {
  const names = await readdir(folder);
  const tooMany = names.filter(isBackupName).toSorted().toReversed().slice(keep);
  for (const name of tooMany) await rm(join(folder, name), { force: true });
  for (const name of names.filter((each) => draftName.test(each))) {
    // A younger draft may belong to a running backup.
    const { mtimeMs } = await stat(join(folder, name));
    if (mtimeMs < now.getTime() - dayMs) await rm(join(folder, name), { force: true });
  }
  return tooMany;
};
