import type { AppContext } from '#server/AppContext.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { exportSheetHandler } from './write/exportSheet.handler.ts';
import { deleteExportRowsHandler } from './control/deleteExportRows.handler.ts';
import { releaseExportHandler } from './order/releaseExport.handler.ts';
import { sweepExportsHandler } from './control/sweepExports.handler.ts';

export const exportJobs = (context: AppContext): JobHandler[] => [
  exportSheetHandler(context),
  releaseExportHandler(context),
  sweepExportsHandler(context),
  deleteExportRowsHandler(context),
];
