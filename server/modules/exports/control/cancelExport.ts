import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { notFound } from '#server/lib/failures/errors.ts';
import { exportEnded } from '#server/modules/exports/exportErrors.ts';
import { publishProgress } from '#server/modules/exports/exportProgress.ts';
import { endExport, findExport } from '#server/modules/exports/exports.store.ts';
import type { ExportKey, ExportRow } from '#server/modules/exports/exports.store.ts';

/**
 * Ends an export for its owner, without a notification. Its worker stops before the next chunk. Written rows stay in
 * the sheet. All rows are kept for a while, so that it can be resumed.
 * @throws AppError 404, 409 when it has already ended
 */
export const cancelExport = async (
  context: Pick<AppContext, 'clock' | 'db' | 'publisher'>,
  key: ExportKey,
): Promise<ExportRow> => {
  const finishedAt = context.clock.now();
  const row = await context.db.transaction((tx) => endExport(tx, key, null, { state: 'cancelled', finishedAt }));
  if (!row) throw (await findExport(context.db, key)) ? exportEnded(messages.exports.hasEnded) : notFound();
  publishProgress(context, row);
  return row;
};
