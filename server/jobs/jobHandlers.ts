import type { AppContext } from '#server/AppContext.ts';
import { sweepExportsJob } from '#server/modules/exports/exportJobs.ts';
import { exportJobs } from '#server/modules/exports/exports.jobs.ts';
import { housekeeping } from '#server/modules/users/housekeeping.job.ts';
import { userJobs } from '#server/modules/users/users.jobs.ts';
import type { JobHandler } from './JobQueue.ts';

/** Every kind of job with what does it. */
export const jobHandlers = (context: AppContext): JobHandler[] => [...userJobs(context), ...exportJobs(context)];

/** What runs again and again; `cron` in UTC. */
export const schedules = [
  { type: housekeeping, cron: '17 3 * * *', payload: {} },
  { type: sweepExportsJob, cron: '*/5 * * * *', payload: {} },
] as const;
