import type { Pool } from 'pg';
import type { Logger } from '#server/lib/logger.ts';
import type { Storage } from '#server/lib/storage.ts';
import { reservedBytes } from './freeSpace.ts';

export type StorageGuard = Storage & {
  /** Looks for the first time, and from then on again and again; a start may write before. */
  begin(): Promise<void>;
  /** Lets go of everybody who waits, and of the database: the little that a stop writes has room. */
  stop(): Promise<void>;
};

type GuardOptions = {
  pool: Pool;
  logger: Logger;
  readFreeBytes: () => Promise<number>;
  everyMs?: number;
};

const lookEveryMs = 1_000;
/** More than the least, so that what is written at once does not end it again. */
const enoughBytes = reservedBytes * 1.125;

/**
 * Watches the disk of the embedded database. While there is little room its one session is read-only: each write, whoever
 * sends it, is refused in a moment, and reading goes on. A transaction that asks to write nevertheless may (sign-in).
 */
export const createStorageGuard = ({
  pool,
  logger,
  readFreeBytes,
  everyMs = lookEveryMs,
}: GuardOptions): StorageGuard => {
  let isFull = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting: ((hasRoom: boolean) => void)[] = [];

  const release = (hasRoom: boolean): void => {
    for (const resolve of waiting.splice(0)) resolve(hasRoom);
  };
  const setReadOnly = async (isReadOnly: boolean): Promise<void> => {
    await pool.query(`set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
  };

  const look = async (): Promise<void> => {
    const freeBytes = await readFreeBytes();
    const wasFull = isFull;
    if (freeBytes < (wasFull ? enoughBytes : reservedBytes)) {
      isFull = true;
      if (!wasFull)
        logger.error({ area: 'database', freeBytes }, 'the disk is full: nothing is written until there is room');
      // Each time anew: a connection that had to be replaced would not know of it.
      await setReadOnly(true);
    } else if (wasFull) {
      await setReadOnly(false);
      isFull = false;
      logger.info({ area: 'database', freeBytes }, 'there is room again');
      release(true);
    }
  };
  const lookAndGoOn = async (): Promise<void> => {
    await look().catch((error: unknown) =>
      logger.warn({ area: 'database', err: error }, 'the room on the disk could not be seen to'),
    );
    if (!isStopped) schedule();
  };
  let looking = Promise.resolve();
  const schedule = (): void => {
    timer = setTimeout(() => {
      looking = lookAndGoOn();
    }, everyMs);
  };

  return {
    begin: lookAndGoOn,
    isFull: () => isFull,
    whenRoom: async () => {
      if (!isFull) return true;
      if (isStopped) return false;
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      if (isFull) await setReadOnly(false);
      release(false);
    },
  };
};
