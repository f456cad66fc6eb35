import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { Env } from '#server/config/env.ts';
import { isClosed, openingAdvice } from '#server/database/embedded/folder/closedFolder.ts';
import { reservedBytes } from '#server/database/embedded/storage/freeSpace.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

const mebibyte = 1024 * 1024;
const inMebibytes = (bytes: number): string => `${Math.floor(bytes / mebibyte)} MiB`;

/** Below this, the operator should free space, long before writes are refused. */
const scarceBytes = 4 * reservedBytes;
/** Without the embedded database, a process needs little disk space. */
const scarceWithoutDatabaseBytes = 64 * mebibyte;

/** DATA_DIR: accessible to this user only, and writable. With a database server it is optional. */
export const checkFolder = async ({ DATA_DIR, DATABASE_URL }: Env): Promise<CheckResult> => {
  const check = defineCheck('Machine', 'machine.folder', 'Data folder');
  const found = await stat(DATA_DIR).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    if (found.code === 'ENOENT')
      return DATABASE_URL ? check.ok('None, and none is needed.') : check.note(`The first start creates ${DATA_DIR}.`);
    return check.fault(
      `${DATA_DIR} cannot be read (${found.code ?? found.name}).`,
      isClosed(found)
        ? openingAdvice(found.code, DATA_DIR)
        : 'Set `DATA_DIR` to a folder of the user that Leadlight runs as.',
    );
  }
  if (!found.isDirectory())
    return check.fault(
      `${DATA_DIR} is not a folder.`,
      'Set `DATA_DIR` to a folder of the user that Leadlight runs as.',
    );
  const refusal = await access(DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => null,
    (error: unknown) => error,
  );
  if (isClosed(refusal))
    return check.fault(
      `This process may not read and write ${DATA_DIR} (${refusal.code}), which belongs to user ${found.uid}.`,
      openingAdvice(refusal.code, DATA_DIR),
    );
  if ((found.mode & 0o077) !== 0)
    return check.warning(
      `Other users of this machine can read ${DATA_DIR}, where the key and the data are.`,
      `Close \`DATA_DIR\`: \`chmod 700 ${DATA_DIR}\`.`,
    );
  return check.ok(`${DATA_DIR}, for this user only.`);
};

export const checkDisk = async (
  { DATA_DIR, DATABASE_URL }: Env,
  readFreeBytes: (folder: string) => Promise<number>,
): Promise<CheckResult> => {
  const check = defineCheck('Machine', 'machine.disk', 'Free space');
  const freeBytes = await readFreeBytes(DATA_DIR).catch(() => null);
  if (freeBytes === null) return check.skipped('There is no data folder.');
  const found = `${inMebibytes(freeBytes)} are free on the disk of DATA_DIR`;
  const remedy = 'Make room on the disk of `DATA_DIR`, or move the folder to a larger one while Leadlight is stopped.';
  if (DATABASE_URL)
    return freeBytes < scarceWithoutDatabaseBytes ? check.warning(`Only ${found}.`, remedy) : check.ok(`${found}.`);
  if (freeBytes < reservedBytes)
    return check.fault(`${found}: below ${inMebibytes(reservedBytes)} nothing can be saved.`, remedy);
  if (freeBytes < scarceBytes)
    return check.warning(`${found}: below ${inMebibytes(reservedBytes)} nothing can be saved.`, remedy);
  return check.ok(`${found}.`);
};
