import type { AppContext } from '#server/AppContext.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { logDeleted } from '#server/lib/logging/logDeleted.ts';
import { deleteOldLeadEventsJob } from '#server/modules/leads/leads.jobs.ts';
import { deleteDoneLeadEvents } from './leadEvents.store.ts';

/** Longer than any platform retries a delivery. */
const keptForMs = 7 * 86_400_000;

export const deleteOldLeadEventsHandler = ({ db, clock }: Pick<AppContext, 'clock' | 'db'>): JobHandler =>
  handleJob(deleteOldLeadEventsJob, async (_payload, { log, signal }) => {
    const before = new Date(clock.now().getTime() - keptForMs);
    logDeleted(log, { lead_events: await deleteDoneLeadEvents(db, before, signal) });
  });
