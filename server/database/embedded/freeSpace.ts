import { mkdir, statfs } from 'node:fs/promises';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';

const mebibyte = 1024 * 1024;

/**
 * PostgreSQL ends when it finds no room for its log, so the embedded one is kept from writing before: below the most that its log
 * takes (`max_wal_size`).
 */
export const reservedBytes = 256 * mebibyte;
/** A start makes a new database, or recovers one, and brings schema and queue up to date. */
export const neededToStartBytes = 96 * mebibyte;

/** What a process of this user can still write into the folder. */
export const readFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

export class NoRoomError extends StartRefusedError {
  override readonly name = 'NoRoomError';
}

/** @throws NoRoomError when a start would fail half-way */
export const requireRoomToStart = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const free = await readFreeBytes(folder);
  if (free >= neededToStartBytes) return;
  const inMebibytes = (bytes: number) => Math.floor(bytes / mebibyte);
  throw new NoRoomError(
    `The disk of DATA_DIR (${folder}) is full: ${inMebibytes(free)} MiB are free, and ${inMebibytes(neededToStartBytes)} MiB are needed to start. Make room first.`,
  );
};
