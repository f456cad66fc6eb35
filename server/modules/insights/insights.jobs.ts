import type { AppContext } from '#server/AppContext.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { beginInsightsHandler } from './beginInsights.job.ts';
import { forgetReportsHandler } from './forgetReports.job.ts';
import { readInsightsHandler } from './readInsights.job.ts';

export const insightJobs = (context: AppContext): JobHandler[] => [
  beginInsightsHandler(context),
  readInsightsHandler(context),
  forgetReportsHandler(context),
];
