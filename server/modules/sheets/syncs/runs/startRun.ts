import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { newId } from '#server/lib/ids.ts';
import { lockSheetSync, takeLease } from './sheetSyncLease.store.ts';
import type { SyncSheetPayload } from '#server/modules/sheets/syncs/sheetSyncs.jobs.ts';
import { syncSheetJob } from '#server/modules/sheets/syncs/sheetSyncs.jobs.ts';
import { endRunningRuns, insertRun } from './sheetSyncRuns.store.ts';
import type { SheetSyncRow } from '#server/modules/sheets/syncs/sheetSyncs.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** A run under way, with the lease that allows it to store rows. */
export type SyncRun = { workspaceId: WorkspaceId; syncId: string; id: number; leaseId: string; sync: SheetSyncRow };

/**
 * Begins a run of a record, unless the record is gone or another run holds its lease. If another run holds it, a job
 * checks again after that lease expires, because its worker may have been killed. An abandoned run is marked as failed,
 * and the new run replaces it.
 */
export const startRun = (
  { db, clock, jobs }: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  { workspaceId, syncId, watchedRunId }: SyncSheetPayload,
): Promise<SyncRun | null> =>
  db.transaction(async (tx) => {
    const locked = await lockSheetSync(tx, workspaceId, syncId);
    if (!locked) return null;
    const { sync, heldSeconds } = locked;
    // The watched run has released its lease, or a later run has started.
    if (watchedRunId !== undefined && (sync.leaseId === null || sync.lastRunId !== watchedRunId)) return null;
    if (heldSeconds > 0) {
      const payload = { workspaceId, syncId, watchedRunId: sync.lastRunId };
      await jobs.enqueue(syncSheetJob, payload, {
        transaction: tx,
        startAfterSeconds: Math.ceil(heldSeconds),
        singletonKey: `${syncId} watch`,
      });
      return null;
    }
    const now = clock.now();
    const end = { state: 'failed', finishedAt: now, error: messages.sheetSyncs.abandoned } as const;
    await endRunningRuns(tx, workspaceId, syncId, end);
    const run = { workspaceId, syncId, id: sync.lastRunId + 1, leaseId: newId(), sync };
    await takeLease(tx, run, run.id);
    await insertRun(tx, run, now);
    return run;
  });
