import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler, JobRun } from '#server/jobs/JobQueue.ts';
import { AppError } from '#server/lib/errors.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { createGoogleSheetWriter } from '#server/providers/spreadsheets/googleSheetWriter.ts';
import { exportSheetJob } from './exportJobs.ts';
import { findExport, isFinished } from './exports.store.ts';
import type { ExportRow } from './exports.store.ts';
import { completeExport, failExport } from './finishExport.ts';
import { gatherRows } from './gatherRows.ts';
import { writeSheet } from './writeSheet.ts';

const reasonOf = (error: unknown): string =>
  error instanceof AppError || error instanceof ProviderError ? error.userMessage : messages.server.unexpected;

/** Another try cannot help, or would keep someone waiting for rows that the platform does not give now. */
const isFinal = (error: unknown, row: ExportRow): boolean => {
  if (error instanceof AppError) return true;
  if (!(error instanceof ProviderError)) return false;
  return row.state !== 'running' || (error.outcome !== 'retry' && error.outcome !== 'wait');
};

/** Gathers the rows, writes them, announces the end. Every step can be repeated by a later try or another worker. */
export const exportSheetHandler = (context: AppContext): JobHandler => {
  const { GOOGLE_SHEETS_URL: sheetsUrl, GOOGLE_DRIVE_URL: driveUrl } = context.env;
  const writer = createGoogleSheetWriter({ sheetsUrl, driveUrl }, context.logger);

  return handleJob(exportSheetJob, async ({ userId, exportId }, { log, signal, isLastTry }: JobRun) => {
    let row = await findExport(context.db, userId, exportId);
    if (!row || isFinished(row)) return;
    try {
      if (row.state !== 'running') {
        const gathered = await gatherRows(context, row, log, signal);
        if (!gathered) return;
        row = gathered;
      }
      await writeSheet(context, writer, row, signal);
      await completeExport(context, row);
    } catch (error) {
      if (!isLastTry && !isFinal(error, row)) throw error;
      log.warn({ exportId, err: error }, 'an export failed for good');
      await failExport(context, row, reasonOf(error));
    }
  });
};
