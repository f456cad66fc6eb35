import { rename, rm, stat } from 'node:fs/promises';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import { reached } from '#server/lib/flow/steps.ts';
import { databaseFolderOf } from './databaseFolder.ts';

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Where a restore lays out the database that is to come. */
export const restoringFolderOf = (dataDir: string): string => `${databaseFolderOf(dataDir)}.restoring`;
/** From the moment that a folder has this name, it is the database. */
const readyFolderOf = (dataDir: string): string => `${databaseFolderOf(dataDir)}.ready`;

export class RestoreCutShortError extends StartRefusedError {
  override readonly name = 'RestoreCutShortError';
}

/** Goes on with a replacement at whatever point a killed process has left it. */
const finishReplacing = async (dataDir: string): Promise<void> => {
  const ready = readyFolderOf(dataDir);
  if (!(await isThere(ready))) return;
  await rm(databaseFolderOf(dataDir), { recursive: true, force: true });
  await rename(ready, databaseFolderOf(dataDir));
};

/** Puts the restored database in place of the one that is there; whoever holds the lock may. */
export const replaceWithRestored = async (dataDir: string): Promise<void> => {
  await rename(restoringFolderOf(dataDir), readyFolderOf(dataDir));
  reached('restore.ready');
  await finishReplacing(dataDir);
};

/**
 * For whoever has just taken the lock.
 * @throws RestoreCutShortError when a restore was killed: the database is as it was before, which may be empty
 */
export const settleFolder = async (dataDir: string): Promise<void> => {
  await finishReplacing(dataDir);
  const restoring = restoringFolderOf(dataDir);
  if (await isThere(restoring))
    throw new RestoreCutShortError(
      `A restore was cut short and has changed nothing. Run it again, or remove ${restoring} to start with what was there before.`,
    );
};
