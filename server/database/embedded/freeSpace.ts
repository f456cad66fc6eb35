import { mkdir, statfs } from 'node:fs/promises';

const mebibyte = 1024 * 1024;

/**
 * The embedded database does not answer any more once a write has found no room, so it is kept from writing before: at
 * sixteen segments of its log.
 */
export const reservedBytes = 256 * mebibyte;
/** With less, a start hangs: it brings the schema and the queue up to date, and lays out a new database. */
export const neededToStartBytes = 96 * mebibyte;

/** What a process of this user can still write into the folder. */
export const readFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/** @throws NoRoomError when a start would hang */
export const requireRoomToStart = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const free = await readFreeBytes(folder);
  if (free >= neededToStartBytes) return;
  const inMebibytes = (bytes: number) => Math.floor(bytes / mebibyte);
  throw new NoRoomError(
    `The disk of DATA_DIR (${folder}) is full: ${inMebibytes(free)} MiB are free, and ${inMebibytes(neededToStartBytes)} MiB are needed to start. Make room first.`,
  );
};
