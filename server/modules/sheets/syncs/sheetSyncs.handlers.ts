import type { AppContext } from '#server/AppContext.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import type { Tick } from '#server/jobs/startTicker.ts';
import { sheetSyncHandler } from './runs/sheetSync.handler.ts';
import { syncSheetJob } from './sheetSyncs.jobs.ts';
import { claimDueSheetSyncs } from './sheetSyncs.store.ts';

export const sheetSyncJobs = (context: AppContext): JobHandler[] => [sheetSyncHandler(context)];

const recordsPerTick = 200;

/** Enqueues the due records, each slot once across all servers. */
export const sheetSyncTick = ({ db, env, jobs }: AppContext): Tick => ({
  name: 'sheet syncs',
  run: () =>
    db.transaction(async (tx) => {
      for (const { workspaceId, id } of await claimDueSheetSyncs(tx, env.AUTOSYNC_INTERVAL_SECONDS, recordsPerTick))
        await jobs.enqueue(syncSheetJob, { workspaceId, syncId: id }, { transaction: tx, singletonKey: id });
    }),
});
