import type { AppContext } from '#server/AppContext.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { listDueSummaries } from './insightSummaries.store.ts';
import { sweepSummariesJob, writeSummaryJob } from './summary.jobs.ts';
import { weekOf, writeSummary } from './summary.service.ts';

/** Reading all accounts of a connection takes about this long. */
const settleMs = 2 * 60_000;
const perSweep = 200;

export const summaryJobs = (context: AppContext): JobHandler[] => [
  handleJob(writeSummaryJob, ({ workspaceId }) => writeSummary(context, workspaceId)),
  handleJob(sweepSummariesJob, async () => {
    const { db, clock, jobs } = context;
    const now = clock.now();
    const openedBefore = new Date(now.getTime() - settleMs);
    const due = await listDueSummaries(db, weekOf(now), openedBefore, perSweep);
    for (const workspaceId of due) await jobs.enqueue(writeSummaryJob, { workspaceId }, { singletonKey: workspaceId });
  }),
];
