import * as z from 'zod';
import type { AppContext } from '#server/AppContext.ts';
import { defineJob, handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { backUpWhenDue } from './backUp.ts';

/** Makes the daily backup if it is due. Scheduled. The backup's row controls retries. */
export const dailyBackupJob = defineJob<Record<string, never>>({
  name: 'daily-backup',
  payload: z.strictObject({}),
  concurrency: 1,
  retryLimit: 0,
  expireInSeconds: 6 * 3600,
});

export const handleDailyBackup = (context: AppContext): JobHandler =>
  handleJob(dailyBackupJob, (_payload, run) => backUpWhenDue(context, run));
