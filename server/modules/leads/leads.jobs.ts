import type { AppContext } from '#server/AppContext.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { collectLeadsHandler } from './collectLeads.job.ts';
import { forgetLeadNoticesHandler } from './forgetLeadNotices.job.ts';
import { reconcileLeadsHandler } from './reconcileLeads.job.ts';
import { sweepLeadNoticesHandler } from './sweepLeadNotices.job.ts';

export const leadJobs = (context: AppContext): JobHandler[] => [
  reconcileLeadsHandler(context),
  collectLeadsHandler(context),
  sweepLeadNoticesHandler(context),
  forgetLeadNoticesHandler(context),
];
