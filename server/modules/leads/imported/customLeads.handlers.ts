import * as z from 'zod';
import type { AppContext } from '#server/AppContext.ts';
import { defineJob, handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { logDeleted } from '#server/lib/logging/logDeleted.ts';
import type { Tick } from '#server/jobs/startTicker.ts';
import { claimAbandonedImports, deleteOldImports } from './imports/customLeadImports.store.ts';
import type { ImportKey } from './imports/customLeadImports.store.ts';
import { completeImport } from './customLeads.service.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';

/** Continues an accepted import whose process has ended. */
const completeImportJob = defineJob<ImportKey>({
  name: 'complete-import',
  payload: z.strictObject({ workspaceId: workspaceIdSchema, importId: z.string() }),
});

/** Deletes finished imports. Runs on a schedule. */
export const sweepImportsJob = defineJob({ name: 'sweep-imports', payload: z.strictObject({}), concurrency: 1 });

const claimedAtOnce = 20;

export const importTick = (context: AppContext): Tick => ({
  name: 'imports',
  run: () =>
    context.db.transaction(async (tx) => {
      for (const key of await claimAbandonedImports(tx, claimedAtOnce))
        await context.jobs.enqueue(completeImportJob, key, { transaction: tx, singletonKey: key.importId });
    }),
});

export const customLeadJobs = (context: AppContext): JobHandler[] => [
  handleJob(completeImportJob, async (key) => {
    await completeImport(context, key);
  }),
  handleJob(sweepImportsJob, async (_payload, { log, signal }) =>
    logDeleted(log, { custom_lead_imports: await deleteOldImports(context.db, signal) }),
  ),
];
