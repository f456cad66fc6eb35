import { rm } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { Logger } from '#server/lib/logger.ts';
import type { FolderCommand } from './commandListener.ts';
import { databaseFolderOf, snapshotFolderOf } from './databaseFolder.ts';
import { copyDatabaseFolder, folderBytes } from './copyFolder.ts';
import { readFreeBytes, reservedBytes } from './freeSpace.ts';

type SnapshotOptions = { pool: Pool; dataDir: string; logger: Logger };

/** Asked for by a backup while the product runs. */
export const snapshotCommandName = 'snapshot';
/** What the asker is told. */
export type SnapshotAnswer = { folder: string } | { refused: 'busy' | 'no-room' | 'failed' };

const waitForHangUp = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * Copies the files of the embedded database to where the asker can open them. The copy is made while this holds the only
 * connection, so that nothing is written and everybody else waits; reading it, which takes much longer, is left to the asker.
 * The copy goes when the asker hangs up, however it ends.
 */
export const snapshotCommand =
  ({ pool, dataDir, logger }: SnapshotOptions): FolderCommand =>
  async (reply, signal) => {
    const dataFolder = databaseFolderOf(dataDir);
    const folder = snapshotFolderOf(dataDir);
    try {
      // What a process that was killed has left.
      await rm(folder, { recursive: true, force: true });
      const [neededBytes, freeBytes] = await Promise.all([folderBytes(dataFolder), readFreeBytes(dataDir)]);
      if (freeBytes < neededBytes + reservedBytes) {
        logger.warn(
          { area: 'database', neededBytes, freeBytes },
          'there is no room for the copy that a backup asks for',
        );
        reply({ refused: 'no-room' } satisfies SnapshotAnswer);
        return;
      }
      const connection = await pool.connect();
      const startedAt = performance.now();
      try {
        await connection.query('checkpoint');
        const { rows } = await connection.query<{ first: string; last: string }>(
          `select pg_walfile_name(redo_lsn) as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last
           from pg_control_checkpoint()`,
        );
        const [segments] = rows;
        if (!segments) throw new Error('the database does not tell its last checkpoint');
        await copyDatabaseFolder(dataFolder, folder, { firstSegment: segments.first, lastSegment: segments.last });
      } finally {
        connection.release();
      }
      const heldMs = Math.round(performance.now() - startedAt);
      logger.info({ area: 'database', heldMs, bytes: neededBytes }, 'the database was copied for a backup');
      reply({ folder } satisfies SnapshotAnswer);
      await waitForHangUp(signal);
    } catch (error) {
      logger.error({ area: 'database', err: error }, 'the database could not be copied for a backup');
      reply({ refused: 'failed' } satisfies SnapshotAnswer);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
