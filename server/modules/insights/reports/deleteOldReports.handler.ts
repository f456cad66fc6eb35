import * as z from 'zod';
import type { AppContext } from '#server/AppContext.ts';
import { defineJob, handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { logDeleted } from '#server/lib/logging/logDeleted.ts';
import { deleteOldReports } from './insightReports.store.ts';

/** A later visit reads the range again. */
const keptMs = 90 * 24 * 3_600_000;

/** Deletes reports of ranges that were read long ago; to be scheduled. */
export const deleteOldReportsJob = defineJob({
  name: 'delete-old-reports',
  payload: z.strictObject({}),
  concurrency: 1,
});

export const deleteOldReportsHandler = ({ db, clock }: Pick<AppContext, 'clock' | 'db'>): JobHandler =>
  handleJob(deleteOldReportsJob, async (_payload, { log, signal }) => {
    const before = new Date(clock.now().getTime() - keptMs);
    logDeleted(log, { insight_reports: await deleteOldReports(db, before, signal) });
  });
