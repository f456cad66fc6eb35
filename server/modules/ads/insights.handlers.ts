import type { AppContext } from '#server/AppContext.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { beginInsightsHandler } from './days/beginInsights.handler.ts';
import { deleteOldReportsHandler } from './reports/deleteOldReports.handler.ts';
import { readInsightsHandler } from './days/readInsights.handler.ts';

export const insightJobs = (context: AppContext): JobHandler[] => [
  beginInsightsHandler(context),
  readInsightsHandler(context),
  deleteOldReportsHandler(context),
];
