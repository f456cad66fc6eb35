import type { AppContext } from '#server/AppContext.ts';
import { deleteOldActivitiesJob, handleDeleteOldActivities } from '#server/modules/leads/actions/activity.handlers.ts';
import {
  connectionExpiryJob,
  handleConnectionExpiry,
} from '#server/modules/connections/expiry/connectionExpiry.handler.ts';
import { customLeadJobs, sweepImportsJob } from '#server/modules/leads/imported/customLeads.handlers.ts';
import { duplicateJobs, fillContactsJob } from '#server/modules/leads/contacts/fillContacts.ts';
import { deleteExportRowsJob, sweepExportsJob } from '#server/modules/exports/exports.jobs.ts';
import { exportJobs } from '#server/modules/exports/exports.handlers.ts';
import { findFindingsHandler } from '#server/modules/findings/runs/findFindings.handler.ts';
import { deleteOldReportsJob } from '#server/modules/ads/reports/deleteOldReports.handler.ts';
import { summaryJobs } from '#server/modules/findings/summary/summary.handlers.ts';
import { sweepSummariesJob } from '#server/modules/findings/summary/summary.jobs.ts';
import { insightJobs } from '#server/modules/ads/insights.handlers.ts';
import { deleteOldLeadEventsJob, sweepLeadEventsJob } from '#server/modules/leads/leads.jobs.ts';
import { leadJobs } from '#server/modules/leads/leads.handlers.ts';
import {
  deleteOldNotificationsJob,
  handleDeleteOldNotifications,
} from '#server/modules/notifications/deleteOldNotifications.handler.ts';
import { handleResealValues, resealValuesJob } from '#server/modules/operator/sealedValues/resealValues.handler.ts';
import { privacyJobs } from '#server/modules/privacy/privacy.handlers.ts';
import { deleteOldLeadsJob, sweepErasuresJob } from '#server/modules/privacy/privacy.jobs.ts';
import { sheetSyncJobs } from '#server/modules/sheets/syncs/sheetSyncs.handlers.ts';
import { housekeeping } from '#server/modules/users/housekeeping.handler.ts';
import { userJobs } from '#server/modules/users/users.handlers.ts';
import { workspaceJobs } from '#server/modules/users/workspaces/workspaces.handlers.ts';
import { dailyBackupJob, handleDailyBackup } from '#server/modules/operator/backups/backups.jobs.ts';
import type { JobHandler } from './JobQueue.ts';

/** All job handlers. */
export const jobHandlers = (context: AppContext): JobHandler[] => [
  ...userJobs(context),
  ...exportJobs(context),
  ...insightJobs(context),
  ...summaryJobs(context),
  ...leadJobs(context),
  ...sheetSyncJobs(context),
  ...customLeadJobs(context),
  ...duplicateJobs(context),
  ...privacyJobs(context),
  ...workspaceJobs(context),
  handleConnectionExpiry(context),
  handleDeleteOldNotifications(context),
  handleDeleteOldActivities(context),
  findFindingsHandler(context),
  handleResealValues(context),
  handleDailyBackup(context),
];

/**
 * Recurring jobs; `cron` in UTC. A slot without a running worker is lost, so each job runs at least hourly. That also
 * covers machines that sleep at night.
 */
export const schedules = [
  { type: housekeeping, cron: '17 * * * *', payload: {} },
  { type: sweepExportsJob, cron: '*/5 * * * *', payload: {} },
  { type: deleteExportRowsJob, cron: '27 * * * *', payload: {} },
  { type: sweepImportsJob, cron: '23 * * * *', payload: {} },
  { type: sweepLeadEventsJob, cron: '* * * * *', payload: {} },
  { type: sweepSummariesJob, cron: '* * * * *', payload: {} },
  { type: connectionExpiryJob, cron: '*/10 * * * *', payload: {} },
  { type: deleteOldNotificationsJob, cron: '47 * * * *', payload: {} },
  { type: deleteOldActivitiesJob, cron: '52 * * * *', payload: {} },
  { type: deleteOldReportsJob, cron: '57 * * * *', payload: {} },
  { type: deleteOldLeadEventsJob, cron: '37 * * * *', payload: {} },
  { type: sweepErasuresJob, cron: '7 * * * *', payload: {} },
  { type: deleteOldLeadsJob, cron: '12 * * * *', payload: {} },
  { type: fillContactsJob, cron: '*/10 * * * *', payload: {} },
  { type: dailyBackupJob, cron: '*/5 * * * *', payload: {} },
  { type: resealValuesJob, cron: '7 * * * *', payload: {} },
] as const;
