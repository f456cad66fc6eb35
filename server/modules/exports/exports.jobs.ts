import type { AppContext } from '#server/AppContext.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { exportSheetHandler } from './exportSheet.job.ts';
import { forgetExportRowsHandler } from './forgetExportRows.job.ts';
import { releaseExportHandler } from './releaseExport.job.ts';
import { sweepExportsHandler } from './sweepExports.job.ts';

export const exportJobs = (context: AppContext): JobHandler[] => [
  exportSheetHandler(context),
  releaseExportHandler(context),
  sweepExportsHandler(context),
  forgetExportRowsHandler(context),
];
