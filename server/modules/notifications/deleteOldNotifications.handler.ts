import * as z from 'zod';
import { notificationLimits } from '#shared/limits.ts';
import type { AppContext } from '#server/AppContext.ts';
import { defineJob, handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { logDeleted } from '#server/lib/logging/logDeleted.ts';
import { deleteNotificationsBefore } from './notifications.store.ts';

export const deleteOldNotificationsJob = defineJob({
  name: 'delete-old-notifications',
  payload: z.strictObject({}),
  concurrency: 1,
});

export const handleDeleteOldNotifications = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): JobHandler =>
  handleJob(deleteOldNotificationsJob, async (_payload, { log, signal }) => {
    const before = new Date(clock.now().getTime() - notificationLimits.keptDays * 86_400_000);
    logDeleted(log, { notifications: await deleteNotificationsBefore(db, before, signal) });
  });
