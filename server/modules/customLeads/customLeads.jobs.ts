import * as z from 'zod';
import { idempotencyKeyHours } from '#shared/limits.ts';
import type { AppContext } from '#server/AppContext.ts';
import { defineJob, handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import type { Tick } from '#server/jobs/startTicker.ts';
import { claimAbandonedImports, deleteOldImports } from './customLeadImports.store.ts';
import type { ImportKey } from './customLeadImports.store.ts';
import { completeImport, importIdleMs } from './customLeads.service.ts';

/** Goes on with an accepted import whose process has ended. */
const completeImportJob = defineJob<ImportKey>({
  name: 'complete-import',
  payload: z.strictObject({ userId: z.string(), importId: z.string() }),
});

/** Forgets imports that are over; to be scheduled. */
export const sweepImportsJob = defineJob({ name: 'sweep-imports', payload: z.strictObject({}), concurrency: 1 });

const claimedAtOnce = 20;
/** A repeated request may ask for its import as long as its key is remembered. */
const keepMs = { done: idempotencyKeyHours * 3_600_000, givenUp: 3_600_000 };

export const importTick = (context: AppContext): Tick => ({
  name: 'imports',
  run: () =>
    context.db.transaction(async (tx) => {
      const now = context.clock.now();
      const dueAt = new Date(now.getTime() + importIdleMs);
      for (const key of await claimAbandonedImports(tx, now, dueAt, claimedAtOnce))
        await context.jobs.enqueue(completeImportJob, key, { transaction: tx, singletonKey: key.importId });
    }),
});

export const customLeadJobs = (context: AppContext): JobHandler[] => [
  handleJob(completeImportJob, async (key) => {
    await completeImport(context, key);
  }),
  handleJob(sweepImportsJob, () => {
    const before = (ms: number) => new Date(context.clock.now().getTime() - ms);
    return deleteOldImports(context.db, { doneBefore: before(keepMs.done), givenUpBefore: before(keepMs.givenUp) });
  }),
];
