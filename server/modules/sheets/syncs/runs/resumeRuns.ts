import type { AppContext } from '#server/AppContext.ts';
import { listHeldRuns } from './sheetSyncLease.store.ts';
import { syncSheetJob } from '#server/modules/sheets/syncs/sheetSyncs.jobs.ts';

/**
 * Repeats all interrupted runs. Called at the start of a process that has the database to itself, after the leases have
 * expired.
 */
export const resumeRuns = ({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>): Promise<void> =>
  db.transaction(async (tx) => {
    for (const { workspaceId, syncId, runId } of await listHeldRuns(tx))
      await jobs.enqueue(
        syncSheetJob,
        { workspaceId, syncId, watchedRunId: runId },
        { transaction: tx, singletonKey: `${syncId} resume` },
      );
  });
