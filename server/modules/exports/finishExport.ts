import type { PlatformId } from '#shared/platforms.ts';
import { platformEvents } from '#shared/platforms.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { publishNotification, storeNotification } from '#server/modules/notifications/announce.ts';
import { deleteChunks } from './exportChunks.store.ts';
import { endExport } from './exports.store.ts';
import type { ExportRow } from './exports.store.ts';

const completionText = (platform: PlatformId, note: string | null): string =>
  note ? `${messages.exports.completed(platform)} ${note}` : messages.exports.completed(platform);

/**
 * Ends an export that is written: its state and its one notification are stored together, its rows are forgotten.
 * Exports of a platform announce themselves; the lead screens learn the end from the answer to their POST.
 */
export const completeExport = async (context: AppContext, { userId, id, rowsTotal }: ExportRow): Promise<void> => {
  const finishedAt = context.clock.now();
  const stored = await context.db.transaction(async (tx) => {
    const row = await endExport(tx, userId, id, { state: 'complete', rowsWritten: rowsTotal ?? 0, finishedAt });
    if (!row) return null;
    await deleteChunks(tx, userId, id);
    if (!row.platform) return null;
    const payload = { message: completionText(row.platform, row.note), url: row.url, error: null, exportId: id };
    return storeNotification(tx, userId, platformEvents[row.platform].exportComplete, payload, finishedAt);
  });
  if (stored) publishNotification(context, stored);
};

/** Ends an export that cannot be made; `reason` is for the person. */
export const failExport = async (context: AppContext, { userId, id }: ExportRow, reason: string): Promise<void> => {
  const finishedAt = context.clock.now();
  const stored = await context.db.transaction(async (tx) => {
    const row = await endExport(tx, userId, id, { state: 'failed', error: reason, finishedAt });
    if (!row) return null;
    await deleteChunks(tx, userId, id);
    return row.platform
      ? storeNotification(tx, userId, 'export_error', { message: reason, exportId: id }, finishedAt)
      : null;
  });
  if (stored) publishNotification(context, stored);
};
