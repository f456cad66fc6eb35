import { sheetPlatform } from '#shared/platforms.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { notFound } from '#server/lib/failures/errors.ts';
import { reached } from '#server/lib/flow/steps.ts';
import { canResume } from './canResume.ts';
import { resumableSince } from './resumableSince.ts';
import {
  canMakeSheets,
  enqueueSheet,
  requireFewExports,
  requireSheetsGranted,
} from '#server/modules/exports/order/createExport.ts';
import { exportEnded } from '#server/modules/exports/exportErrors.ts';
import { publishProgress } from '#server/modules/exports/exportProgress.ts';
import {
  isFinished,
  lockExport,
  lockExportsWithoutGrant,
  reopenExport,
} from '#server/modules/exports/exports.store.ts';
import type { ExportKey, ExportRow } from '#server/modules/exports/exports.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Maximum number of exports that a new grant resumes. */
const resumedAtOnce = 20;

/** Continues with the gathered rows, or gathers them again. */
const reopen = async (context: Pick<AppContext, 'jobs'>, tx: Transaction, row: ExportRow): Promise<ExportRow> => {
  const reopened = await reopenExport(tx, row, row.gatheredAt === null ? 'queued' : 'running');
  if (!reopened) throw new Error('A locked export is gone');
  await enqueueSheet(context, tx, reopened);
  return reopened;
};

/**
 * Resumes a failed or canceled export where it stopped.
 * @throws AppError 404, 409 when it is running or cannot be resumed, 403 without the Google grant, 429 when too many
 * are running
 */
export const resumeExport = async (
  context: Pick<AppContext, 'clock' | 'db' | 'jobs' | 'publisher' | 'platforms'>,
  key: ExportKey,
): Promise<ExportRow> => {
  const resumed = await context.db.transaction(async (tx) => {
    const row = await lockExport(tx, key);
    if (!row) throw notFound();
    if (!isFinished(row)) throw exportEnded(messages.exports.isUnderWay);
    if (!canResume(row, context.clock.now())) throw exportEnded(messages.exports.notResumable);
    await requireSheetsGranted(context, tx, key.workspaceId);
    const reopened = await reopen(context, tx, row);
    await requireFewExports(tx, key.workspaceId);
    return reopened;
  });
  reached('export.queued');
  publishProgress(context, resumed);
  return resumed;
};

/** Resumes exports that failed recently because the platform refused the grant. Called when a new grant is stored. */
export const resumeExportsWithGrant = async (
  tx: Transaction,
  context: Pick<AppContext, 'clock' | 'jobs'>,
  { workspaceId, platform }: { workspaceId: WorkspaceId; platform: PlatformId },
  grantedScopes: readonly string[],
): Promise<void> => {
  if (platform === sheetPlatform && !canMakeSheets(grantedScopes)) return;
  const failedAfter = resumableSince(context.clock.now());
  const rows = await lockExportsWithoutGrant(tx, workspaceId, platform, failedAfter, resumedAtOnce);
  for (const row of rows) await reopen(context, tx, row);
};
