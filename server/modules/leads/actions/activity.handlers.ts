import * as z from 'zod';
import type { AppContext } from '#server/AppContext.ts';
import { defineJob, handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { logDeleted } from '#server/lib/logging/logDeleted.ts';
import { deleteOldActivities } from './activities.store.ts';

export const deleteOldActivitiesJob = defineJob({
  name: 'delete-old-activities',
  payload: z.strictObject({}),
  concurrency: 1,
});

export const handleDeleteOldActivities = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): JobHandler =>
  handleJob(deleteOldActivitiesJob, async (_payload, { log, signal }) =>
    logDeleted(log, await deleteOldActivities(db, clock.now(), signal)),
  );
