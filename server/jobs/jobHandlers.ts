import type { AppContext } from '#server/AppContext.ts';
import { customLeadJobs, sweepImportsJob } from '#server/modules/customLeads/customLeads.jobs.ts';
import { sweepExportsJob } from '#server/modules/exports/exportJobs.ts';
import { exportJobs } from '#server/modules/exports/exports.jobs.ts';
import { forgetLeadNoticesJob, sweepLeadNoticesJob } from '#server/modules/leads/leadJobs.ts';
import { leadJobs } from '#server/modules/leads/leads.jobs.ts';
import { sheetSyncJobs } from '#server/modules/sheetSyncs/sheetSyncs.jobs.ts';
import { housekeeping } from '#server/modules/users/housekeeping.job.ts';
import { userJobs } from '#server/modules/users/users.jobs.ts';
import type { JobHandler } from './JobQueue.ts';

/** Every kind of job with what does it. */
export const jobHandlers = (context: AppContext): JobHandler[] => [
  ...userJobs(context),
  ...exportJobs(context),
  ...leadJobs(context),
  ...sheetSyncJobs(context),
  ...customLeadJobs(context),
];

/** What runs again and again; `cron` in UTC. */
export const schedules = [
  { type: housekeeping, cron: '17 3 * * *', payload: {} },
  { type: sweepExportsJob, cron: '*/5 * * * *', payload: {} },
  { type: sweepImportsJob, cron: '23 * * * *', payload: {} },
  { type: sweepLeadNoticesJob, cron: '* * * * *', payload: {} },
  { type: forgetLeadNoticesJob, cron: '37 3 * * *', payload: {} },
] as const;
