import type { AppContext } from '#server/AppContext.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { createChatModel } from './chatModel.ts';
import { listDueSummaries } from './insightSummaries.store.ts';
import { sweepSummariesJob, writeSummaryJob } from './summary.jobs.ts';
import { weekOf, writeSummary } from './summary.service.ts';

/** The accounts of a connection are read one after the other, within about this time. */
const settleMs = 2 * 60_000;
const perSweep = 200;

export const summaryJobs = (context: AppContext): JobHandler[] => {
  const model = createChatModel(context.env);
  return [
    handleJob(writeSummaryJob, ({ workspaceId }, run) => writeSummary(context, model, workspaceId, run)),
    handleJob(sweepSummariesJob, async () => {
      const { db, clock, jobs } = context;
      const now = clock.now();
      const openedBefore = new Date(now.getTime() - settleMs);
      const due = await listDueSummaries(db, weekOf(now), openedBefore, model !== null, perSweep);
      for (const workspaceId of due)
        await jobs.enqueue(writeSummaryJob, { workspaceId }, { singletonKey: workspaceId });
    }),
  ];
};
