import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { collectKeyOf, collectLeadsJob, sweepLeadEventsJob } from '#server/modules/leads/leads.jobs.ts';
import { closeLeadEventsBefore, listOverduePages } from './leadEvents.store.ts';

const overdueAfterMs = 60_000;
/** After this time, the scheduled reads have fetched all leads that the platform returns. */
const givenUpAfterMs = 3_600_000;
const pagesPerSweep = 500;

/** Enqueues jobs again for open lead events whose job was lost, and gives up the events after an hour. */
export const sweepLeadEventsHandler = (context: Pick<AppContext, 'clock' | 'db' | 'jobs'>): JobHandler =>
  handleJob(sweepLeadEventsJob, async () => {
    const now = context.clock.now();
    const before = (ms: number) => new Date(now.getTime() - ms);
    await closeLeadEventsBefore(context.db, before(givenUpAfterMs), now, messages.leads.notShown);
    for (const page of await listOverduePages(context.db, before(overdueAfterMs), pagesPerSweep))
      await context.jobs.enqueue(collectLeadsJob, page, { singletonKey: collectKeyOf(page) });
  });
