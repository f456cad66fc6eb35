import type { AppContext } from '#server/AppContext.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { beginInsightsHandler } from './days/beginInsights.handler.ts';
import { readInsightsHandler } from './days/readInsights.handler.ts';
import { readPastHandler } from './days/readPast.handler.ts';
import { readRowsHandler } from './preview/readRows.handler.ts';
import { deleteOldReportsHandler } from './reports/deleteOldReports.handler.ts';

export const insightJobs = (context: AppContext): JobHandler[] => [
  beginInsightsHandler(context),
  readInsightsHandler(context),
  readPastHandler(context),
  readRowsHandler(context),
  deleteOldReportsHandler(context),
];
