import type { AppContext } from '#server/AppContext.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { forgetLeadNoticesJob } from './leadJobs.ts';
import { deleteDoneNotices } from './leadNotices.store.ts';

/** Longer than any platform repeats a delivery. */
const keptForMs = 7 * 86_400_000;

export const forgetLeadNoticesHandler = ({ db, clock }: AppContext): JobHandler =>
  handleJob(forgetLeadNoticesJob, () => deleteDoneNotices(db, new Date(clock.now().getTime() - keptForMs)));
