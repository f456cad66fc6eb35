import { rename, rm, stat } from 'node:fs/promises';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import { reached } from '#server/lib/flow/steps.ts';
import { databaseFolderOf } from './databaseFolder.ts';

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Where a restore builds the new database. */
export const restoringFolderOf = (dataDir: string): string => `${databaseFolderOf(dataDir)}.restoring`;
/** A complete restored database that is about to take its final name. */
const readyFolderOf = (dataDir: string): string => `${databaseFolderOf(dataDir)}.ready`;

export class RestoreCutShortError extends StartRefusedError {
  override readonly name = 'RestoreCutShortError';
}

/** Continues a replacement, wherever a killed process left it. */
const finishReplacing = async (dataDir: string): Promise<void> => {
  const ready = readyFolderOf(dataDir);
  if (!(await isThere(ready))) return;
  await rm(databaseFolderOf(dataDir), { recursive: true, force: true });
  await rename(ready, databaseFolderOf(dataDir));
};

/** Replaces the existing database with the restored one; only for the holder of the lock. */
export const replaceWithRestored = async (dataDir: string): Promise<void> => {
  await rename(restoringFolderOf(dataDir), readyFolderOf(dataDir));
  reached('restore.ready');
  await finishReplacing(dataDir);
};

/**
 * Cleans up after a killed restore; only for a new holder of the lock.
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
