import type { AppContext } from '#server/AppContext.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { reached } from '#server/lib/flow/steps.ts';
import { releaseExport } from './createExport.ts';
import { releaseExportJob } from '#server/modules/exports/exports.jobs.ts';
import { lockExport } from '#server/modules/exports/exports.store.ts';

/** The other half of the click is late: the export continues with the half it has. */
export const releaseExportHandler = (context: Pick<AppContext, 'db' | 'jobs'>): JobHandler =>
  handleJob(releaseExportJob, async ({ workspaceId, exportId }) => {
    const released = await context.db.transaction(async (tx) => {
      const row = await lockExport(tx, { workspaceId, id: exportId });
      return row?.state === 'waiting' ? releaseExport(context, tx, row) : null;
    });
    if (released) reached('export.queued');
  });
