import type { AppContext } from '#server/AppContext.ts';
import { toAppError } from '#server/lib/failures/toAppError.ts';
import { isLeaseLost, workUnderLease } from '#server/database/leases/lease.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler, JobRun } from '#server/jobs/JobQueue.ts';
import { newId } from '#server/lib/ids.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { pause } from '#server/providers/calls/retry.ts';
import { reached } from '#server/lib/flow/steps.ts';
import { isTransient, verdictOf } from '#server/lib/failures/verdicts.ts';
import { createGoogleSheetWriter } from '#server/providers/spreadsheets/write/googleSheetWriter.ts';
import { givenUp } from '#server/modules/exports/exportErrors.ts';
import { exportSheetJob } from '#server/modules/exports/exports.jobs.ts';
import type { ExportPayload } from '#server/modules/exports/exports.jobs.ts';
import {
  exportLease,
  extendExportLease,
  releaseExportLease,
  takeExportLease,
} from '#server/modules/exports/control/exportLease.store.ts';
import type { ExportLease } from '#server/modules/exports/control/exportLease.store.ts';
import { findExport, isFinished } from '#server/modules/exports/exports.store.ts';
import type { ExportRow } from '#server/modules/exports/exports.store.ts';
import { completeExport, failExport } from '#server/modules/exports/control/finishExport.ts';
import { gatherRows } from './gatherRows.ts';
import { writeSheet } from './writeSheet.ts';

/** If the lease is still held after this many attempts, its worker is alive and the export needs no other. */
const leaseAttempts = 40;
const leaseAttemptMs = (exportLease.seconds * 1000 + 1_000) / leaseAttempts;
const lookAgainSeconds = 30;

type Taken = ExportRow | 'ended' | 'held';

/** Waits for the lease while a killed or stopping worker still holds it. */
const takeLease = async ({ db }: Pick<AppContext, 'db'>, lease: ExportLease, signal: AbortSignal): Promise<Taken> => {
  for (let attempt = 1; ; attempt += 1) {
    const taken = await takeExportLease(db, lease);
    if (taken) return taken;
    const current = await findExport(db, lease);
    if (!current || isFinished(current)) return 'ended';
    if (attempt === leaseAttempts) return 'held';
    await pause(leaseAttemptMs, signal);
  }
};

/** Whether another attempt would fail too, or would keep a user waiting for rows that the platform refuses now. */
const isFinal = (error: unknown, row: ExportRow): boolean => {
  const verdict = verdictOf(error);
  return verdict !== 'mend' && (row.state !== 'running' || !isTransient(verdict));
};

const release = async ({ db }: Pick<AppContext, 'db'>, lease: ExportLease, log: Logger): Promise<void> => {
  try {
    await releaseExportLease(db, lease);
  } catch (error) {
    // The lease expires by itself.
    log.warn({ exportId: lease.id, err: error }, 'could not release the lease of an export');
  }
};

/**
 * Gathers the rows, writes them and sends the notification. A later attempt or another worker can repeat every step.
 */
export const exportSheetHandler = (context: AppContext): JobHandler => {
  const { GOOGLE_SHEETS_URL: sheetsUrl, GOOGLE_DRIVE_URL: driveUrl } = context.env;
  const writer = createGoogleSheetWriter({ sheetsUrl, driveUrl }, context.logger, context.callBudget);

  const work = async (taken: ExportRow, lease: ExportLease, job: JobRun): Promise<void> => {
    const { log, signal, isLastAttempt } = job;
    const progressed = () => job.progressed();
    let row = taken;
    try {
      if (row.state !== 'running') row = await gatherRows(context, row, lease, log, signal);
      await progressed();
      await writeSheet({ context, writer, lease, signal, progressed }, row);
      await completeExport(context, lease, row.rowsTotal ?? 0);
    } catch (error) {
      if (isLeaseLost(error, signal)) throw error;
      if (!isLastAttempt && !isFinal(error, row)) throw error;
      log.warn({ exportId: lease.id, err: error }, 'export failed permanently');
      await failExport(context, lease, lease, toAppError(error));
    }
    await progressed();
  };

  const run = async ({ workspaceId, exportId }: ExportPayload, job: JobRun): Promise<void> => {
    const lease = { workspaceId, id: exportId, leaseId: newId() };
    const taken = await takeLease(context, lease, job.signal);
    if (taken === 'ended') return;
    if (taken === 'held') {
      const options = { singletonKey: exportId, startAfterSeconds: lookAgainSeconds };
      await context.jobs.enqueue(exportSheetJob, { workspaceId, exportId }, options);
      return;
    }
    reached('export.begun');
    const extend = () => extendExportLease(context.db, lease);
    const holding = { extend, log: job.log.child({ exportId }), signal: job.signal };
    try {
      await workUnderLease(exportLease, holding, (signal) => work(taken, lease, { ...job, signal }));
    } finally {
      await release(context, lease, job.log);
    }
  };

  return handleJob(exportSheetJob, run, ({ workspaceId, exportId }) =>
    failExport(context, { workspaceId, id: exportId }, null, givenUp()),
  );
};
