import { access, constants } from 'node:fs/promises';
import { makeFolder } from '#server/lib/makeFolder.ts';

const reasons: Readonly<Record<string, string>> = {
  EROFS: 'its disk is mounted read-only. Mount it for writing, or name another folder',
  EACCES: 'this user may not write there. Run this as the user that Leadlight runs as, or name another folder',
  EPERM: 'this user may not write there. Run this as the user that Leadlight runs as, or name another folder',
  ENOENT: 'no folder can be made there. Name another folder',
  ENOTDIR: 'a part of the path is a file. Name another folder',
  ENOSPC: 'its disk is full. Make room, or name another folder',
  EDQUOT: 'the quota of this user is used up. Make room, or name another folder',
};

/** Explains a file system failure that the operator has to solve; returns any other error unchanged. */
export const explainTarget = (folder: string, error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = reasons[code];
  return reason === undefined
    ? error
    : new Error(`Nothing can be written to ${folder} (${code}): ${reason}. No backup was written.`, { cause: error });
};

/**
 * Makes the folder of a backup, and checks that it can be written to before anything is read.
 * @throws an error whose message names the cause
 */
export const prepareTarget = async (folder: string): Promise<void> => {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw explainTarget(folder, error);
  }
};
