/*
 * Every growing table has its workspace (`workspace_id`) first in its primary key, so that it can be partitioned or
 * distributed by workspace without code changes. Secrets are stored hashed, or encrypted if the product has to use
 * them.
 */

export * from './schema/users.ts';
export * from './schema/workspaces.ts';
export * from './schema/sessions.ts';
export * from './schema/connections.ts';
export * from './schema/insights.ts';
export * from './schema/campaigns.ts';
export * from './schema/views.ts';
export * from './schema/erasures.ts';
export * from './schema/exports.ts';
export * from './schema/notifications.ts';
export * from './schema/leads.ts';
export * from './schema/customLeads.ts';
export * from './schema/leadWork.ts';
export * from './schema/duplicates.ts';
export * from './schema/activity.ts';
export * from './schema/sheetSyncs.ts';
export * from './schema/findings.ts';
export * from './schema/insightSummaries.ts';
export * from './schema/requests.ts';
export * from './schema/backups.ts';
