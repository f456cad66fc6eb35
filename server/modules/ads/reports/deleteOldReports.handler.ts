import * as z from 'zod';
import type { AppContext } from '#server/AppContext.ts';
import { defineJob, handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { logDeleted } from '#server/lib/logging/logDeleted.ts';
import { utcDay } from '#shared/lib/dateRange.ts';
import { deleteOldDayReads } from '#server/modules/ads/objects/totals/adTotals.store.ts';
import { deleteOldReports } from './insightReports.store.ts';

/** Range reports are deleted after this time; a later visit reads the range again. */
const keptMs = 90 * 24 * 3_600_000;

/** Long enough to learn how daily metrics grow. */
const dayReadsKeptMs = 120 * 24 * 3_600_000;

/** Deletes old range reports and old young-day reads. Runs on a schedule. */
export const deleteOldReportsJob = defineJob({
  name: 'delete-old-reports',
  payload: z.strictObject({}),
  concurrency: 1,
});

export const deleteOldReportsHandler = ({ db, clock }: Pick<AppContext, 'clock' | 'db'>): JobHandler =>
  handleJob(deleteOldReportsJob, async (_payload, { log, signal }) => {
    const now = clock.now().getTime();
    logDeleted(log, {
      insight_reports: await deleteOldReports(db, new Date(now - keptMs), signal),
      ad_day_reads: await deleteOldDayReads(db, utcDay(new Date(now - dayReadsKeptMs)), signal),
    });
  });
