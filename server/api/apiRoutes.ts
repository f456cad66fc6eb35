import type { AppContext } from '#server/AppContext.ts';
import { activityRoutes } from '#server/modules/leads/actions/activity.routes.ts';
import { adAccountRoutes } from '#server/modules/ads/accounts/adAccounts.routes.ts';
import { campaignRoutes } from '#server/modules/ads/campaigns.routes.ts';
import { connectionRoutes } from '#server/modules/connections/connections.routes.ts';
import { customLeadRoutes } from '#server/modules/leads/imported/customLeads.routes.ts';
import { duplicateRoutes } from '#server/modules/leads/contacts/duplicates.routes.ts';
import { summaryRoutes } from '#server/modules/findings/summary/summary.routes.ts';
import { exportRoutes } from '#server/modules/exports/exports.routes.ts';
import { findingRoutes } from '#server/modules/findings/findings.routes.ts';
import { insightRoutes } from '#server/modules/ads/insights.routes.ts';
import { leadRoutes } from '#server/modules/leads/leads.routes.ts';
import { leadWorkRoutes } from '#server/modules/leads/work/leadWork.routes.ts';
import { responseRoutes } from '#server/modules/leads/work/responses/responses.routes.ts';
import { notificationRoutes } from '#server/modules/notifications/notifications.routes.ts';
import { overviewRoutes } from '#server/modules/overview/overview.routes.ts';
import { privacyRoutes } from '#server/modules/privacy/privacy.routes.ts';
import { sheetRoutes } from '#server/modules/sheets/sheets.routes.ts';
import { sheetSyncRoutes } from '#server/modules/sheets/syncs/sheetSyncs.routes.ts';
import { userRoutes } from '#server/modules/users/users.routes.ts';
import { viewRoutes } from '#server/modules/views/views.routes.ts';
import { workspaceRoutes } from '#server/modules/users/workspaces/workspaces.routes.ts';
import type { Route } from './route.ts';

/** Every call of the API. */
export const apiRoutes = (context: AppContext): Route[] => [
  ...userRoutes(context),
  ...workspaceRoutes(context),
  ...privacyRoutes(context),
  ...connectionRoutes(context),
  ...adAccountRoutes(context),
  ...insightRoutes(context),
  ...overviewRoutes(context),
  ...campaignRoutes(context),
  ...findingRoutes(context),
  ...viewRoutes(context),
  ...summaryRoutes(context),
  ...exportRoutes(context),
  ...leadRoutes(context),
  ...customLeadRoutes(context),
  // After the lists of single platforms: `/leads/:id` would take their addresses.
  ...leadWorkRoutes(context),
  ...duplicateRoutes(context),
  ...responseRoutes(context),
  ...activityRoutes(context),
  ...notificationRoutes(context),
  ...sheetRoutes(context),
  ...sheetSyncRoutes(context),
];
