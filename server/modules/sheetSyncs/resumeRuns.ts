import type { AppContext } from '#server/AppContext.ts';
import { expireLeases } from './sheetSyncLease.store.ts';
import { syncSheetJob } from './sheetSyncJobs.ts';

/**
 * Takes over all runs that are under way, at once instead of when their leases have run out. For the start of a process
 * that has the database to itself: whoever holds a lease was another process, which is gone.
 */
export const resumeRuns = ({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>): Promise<void> =>
  db.transaction(async (tx) => {
    for (const { userId, syncId, runId } of await expireLeases(tx))
      await jobs.enqueue(
        syncSheetJob,
        { userId, syncId, watchedRunId: runId },
        { transaction: tx, singletonKey: `${syncId} resume` },
      );
  });
