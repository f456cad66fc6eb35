import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import type { Env } from '#server/config/env.ts';
import { isClosed, openingAdvice } from '#server/database/embedded/folder/closedFolder.ts';
import { reservedBytes } from '#server/database/embedded/storage/freeSpace.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

const mebibyte = 1024 * 1024;
const inMebibytes = (bytes: number): string => `${Math.floor(bytes / mebibyte)} MiB`;

/** Below this the operator should make room, long before anything is refused. */
const scarceBytes = 4 * reservedBytes;
/** Without the embedded database, a process needs little disk space. */
const scarceWithoutDatabaseBytes = 64 * mebibyte;

/** DATA_DIR: accessible to this user only, and writable. With a database server it is optional. */
export const checkFolder = async ({ DATA_DIR, DATABASE_URL }: Env): Promise<CheckResult> => {
  const check = defineCheck('Machine', 'machine.folder', 'Data folder');
  const found = await stat(DATA_DIR).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    if (found.code === 'ENOENT')
      return DATABASE_URL
        ? check.ok('None, and none is needed.')
        : check.note(`${DATA_DIR} is made by the first start.`);
    return check.fault(
      `${DATA_DIR} cannot be looked into (${found.code ?? found.name}).`,
      isClosed(found)
        ? openingAdvice(found.code, DATA_DIR)
        : 'Set `DATA_DIR` to a folder of the user that Leadlight runs as.',
    );
  }
  if (!found.isDirectory())
    return check.fault(`${DATA_DIR} is no folder.`, 'Set `DATA_DIR` to a folder of the user that Leadlight runs as.');
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
      `Other users of this machine may look into ${DATA_DIR}, where the key and the data are.`,
      `Close \`DATA_DIR\`: \`chmod 700 ${DATA_DIR}\`.`,
    );
  return check.ok(`${DATA_DIR}, for this user alone.`);
};

export const checkDisk = async (
  { DATA_DIR, DATABASE_URL }: Env,
  readFreeBytes: (folder: string) => Promise<number>,
): Promise<CheckResult> => {
  const check = defineCheck('Machine', 'machine.disk', 'Free space');
  const freeBytes = await readFreeBytes(DATA_DIR).catch(() => null);
  if (freeBytes === null) return check.skipped('There is no data folder to look at.');
  const found = `${inMebibytes(freeBytes)} are free on the disk of DATA_DIR`;
  const remedy = 'Make room on the disk of `DATA_DIR`, or move the folder to a larger one while Leadlight is stopped.';
  if (DATABASE_URL)
    return freeBytes < scarceWithoutDatabaseBytes ? check.warning(`Only ${found}.`, remedy) : check.ok(`${found}.`);
  if (freeBytes < reservedBytes)
    return check.fault(`${found}: below ${inMebibytes(reservedBytes)} nothing is saved any more.`, remedy);
  if (freeBytes < scarceBytes)
    return check.warning(`${found}: below ${inMebibytes(reservedBytes)} nothing will be saved any more.`, remedy);
  return check.ok(`${found}.`);
};

export const checkBuild = async ({ ROLES }: Env, root: string): Promise<CheckResult> => {
  const check = defineCheck('Machine', 'machine.build', 'Built pages');
  if (!ROLES.includes('web')) return check.ok('Not needed without the role web.');
  const files = ['dist/server/entry.mjs', 'dist/client'];
  const found = await Promise.all(
    files.map((file) =>
      access(join(root, file)).then(
        () => true,
        () => false,
      ),
    ),
  );
  if (found.every(Boolean)) return check.ok('The pages are built.');
  return check.fault('The pages are not built, so that a start is refused.', 'Run `npm run build`.');
};

const leastBytes = 512 * mebibyte;
/** A share of the limit: the heap leaves the rest to buffers, threads and the embedded database. */
const heapShare = 0.75;

export type Memory = { limitBytes: number | null; heapLimitBytes: number };

/** The memory limit of the container and the heap limit of Node. */
export const judgeMemory = ({ limitBytes, heapLimitBytes }: Memory): CheckResult => {
  const check = defineCheck('Machine', 'machine.memory', 'Memory');
  if (limitBytes === null) return check.ok(`No limit is set; the heap may grow to ${inMebibytes(heapLimitBytes)}.`);
  if (limitBytes < leastBytes)
    return check.warning(
      `The process is ended at ${inMebibytes(limitBytes)}; it needs ${inMebibytes(leastBytes)}.`,
      `Raise the memory limit of the container to \`${inMebibytes(leastBytes)}\`.`,
    );
  if (heapLimitBytes > limitBytes * heapShare)
    return check.warning(
      `The heap may grow to ${inMebibytes(heapLimitBytes)}, and the process is ended at ${inMebibytes(limitBytes)}.`,
      `Set \`NODE_OPTIONS=--max-old-space-size=${Math.floor((limitBytes * heapShare) / mebibyte)}\`.`,
    );
  return check.ok(`${inMebibytes(limitBytes)} at most, ${inMebibytes(heapLimitBytes)} of them for the heap.`);
};

/** Larger than any machine: the value that the system reports without a limit. */
const noLimitBytes = 2 ** 46;

/** Of this process. */
export const readMemory = (): Memory => {
  const limit = process.constrainedMemory();
  return {
    limitBytes: limit > 0 && limit < noLimitBytes ? limit : null,
    heapLimitBytes: getHeapStatistics().heap_size_limit,
  };
};
