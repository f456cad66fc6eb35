import type { Pool } from 'pg';
import type { Logger } from '#server/lib/logging/logger.ts';
import { setDiskOfEmbeddedFull } from '#server/lib/storage.ts';
import type { Storage } from '#server/lib/storage.ts';
import { reservedBytes } from './freeSpace.ts';
import { reserveLog } from './reserveLog.ts';
import { writeStorageSettings } from './storageSettings.ts';

export type StorageGuard = Storage & {
  /** Runs the first check, then repeats it. Until then a start may write. */
  begin(): Promise<void>;
  /** Releases all waiting calls and allows writes again: a stop writes little enough to fit. */
  stop(): Promise<void>;
};

type GuardOptions = {
  pool: Pool;
  databaseFolder: string;
  logger: Logger;
  readFreeBytes: () => Promise<number>;
  everyMs?: number;
};

/** Short enough that even an import writes less than fits into the log (`reserveLog`). */
const checkEveryMs = 250;
/** Above the minimum, so that resumed writes do not stop again at once. */
const enoughBytes = reservedBytes * 1.125;

/**
 * Watches the disk of the embedded database. While space is low, the server is read-only: it refuses writes at once but
 * still reads. A full disk would stop it completely. A transaction that explicitly requests it may still write
 * (sign-in).
 */
export const createStorageGuard = ({
  pool,
  databaseFolder,
  logger,
  readFreeBytes,
  everyMs = checkEveryMs,
}: GuardOptions): StorageGuard => {
  const guard = {};
  let isFull = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting: ((hasRoom: boolean) => void)[] = [];

  const release = (hasRoom: boolean): void => {
    for (const resolve of waiting.splice(0)) resolve(hasRoom);
  };
  let isReadOnly = false;
  const setReadOnly = async (wanted: boolean): Promise<void> => {
    if (isReadOnly === wanted) return;
    await writeStorageSettings(databaseFolder, wanted);
    await pool.query('select pg_reload_conf()');
    isReadOnly = wanted;
  };

  const check = async (): Promise<void> => {
    const freeBytes = await readFreeBytes();
    if (freeBytes < (isFull ? enoughBytes : reservedBytes)) {
      if (!isFull)
        logger.error({ area: 'database', freeBytes }, 'the disk is full: nothing is written until there is room');
      isFull = true;
      setDiskOfEmbeddedFull(guard, true);
      await setReadOnly(true);
    } else if (isFull) {
      await setReadOnly(false);
      isFull = false;
      setDiskOfEmbeddedFull(guard, false);
      logger.info({ area: 'database', freeBytes }, 'there is room again');
      release(true);
    }
  };
  let hasFailed = false;
  const checkAndGoOn = async (): Promise<void> => {
    try {
      await check();
      hasFailed = false;
    } catch (error) {
      // Logged once per outage, not with each check.
      if (!hasFailed) logger.warn({ area: 'database', err: error }, 'the room on the disk could not be checked');
      hasFailed = true;
    }
    if (!isStopped) schedule();
  };
  const reserve = (): Promise<void> =>
    reserveLog(pool).catch((error: unknown) =>
      logger.warn({ area: 'database', err: error }, 'the log could not be laid out ahead'),
    );
  let checking = Promise.resolve();
  /** The start does not wait for the reservation. */
  let reserving = Promise.resolve();
  const schedule = (): void => {
    timer = setTimeout(() => {
      checking = checkAndGoOn();
    }, everyMs);
  };

  return {
    begin: async () => {
      await checkAndGoOn();
      if (!isFull) reserving = reserve();
    },
    isFull: () => isFull,
    whenSpaceAvailable: async () => {
      if (!isFull) return true;
      if (isStopped) return false;
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await checking;
      await reserving;
      await setReadOnly(false).catch((error: unknown) =>
        // The next start makes the database writable in any case.
        logger.debug({ area: 'database', err: error }, 'the database stays read-only'),
      );
      setDiskOfEmbeddedFull(guard, false);
      release(false);
    },
  };
};
