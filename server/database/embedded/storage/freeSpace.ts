import { statfs } from 'node:fs/promises';
import { makeFolder } from '#server/lib/makeFolder.ts';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';

const mebibyte = 1024 * 1024;

/**
 * PostgreSQL stops when it finds no room for its log. The embedded server therefore stops writing earlier: when less
 * than the maximum log size (`max_wal_size`) is free.
 */
export const reservedBytes = 256 * mebibyte;
/** A start creates or recovers a database, and updates its schema and queue. */
export const neededToStartBytes = 96 * mebibyte;

/** Disk space that this process may still use. */
export const readFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

export class NoRoomError extends StartRefusedError {
  override readonly name = 'NoRoomError';
}

/** @throws NoRoomError when a start would fail halfway */
export const requireRoomToStart = async (folder: string): Promise<void> => {
  await makeFolder(folder);
  const free = await readFreeBytes(folder);
  if (free >= neededToStartBytes) return;
  const inMebibytes = (bytes: number) => Math.floor(bytes / mebibyte);
  throw new NoRoomError(
    `The disk of DATA_DIR (${folder}) is full: ${inMebibytes(free)} MiB are free, and ${inMebibytes(neededToStartBytes)} MiB are needed to start. Make room first.`,
  );
};
