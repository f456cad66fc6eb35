import { messages } from '#shared/messages.ts';
import { platformFacts } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { AppError } from '#server/lib/failures/errors.ts';
import { reached } from '#server/lib/flow/steps.ts';
import { publishNotification, storeNotification } from '#server/modules/notifications/announce.ts';
import { lockMembers } from '#server/modules/users/workspaces/workspaces.store.ts';
import type { LockedWorkspace } from '#server/modules/users/workspaces/workspaces.store.ts';
import { deleteChunks } from '#server/modules/exports/write/exportChunks.store.ts';
import type { ExportLease } from './exportLease.store.ts';
import { publishProgress } from '#server/modules/exports/exportProgress.ts';
import { endExport } from '#server/modules/exports/exports.store.ts';
import type { ExportKey, ExportRow } from '#server/modules/exports/exports.store.ts';

/**
 * The message of a completed export. The POST response and the event use the same text, so that the client shows one
 * message.
 */
export const completionText = ({ platform, rowsTotal, note }: ExportRow): string => {
  const text = platform ? messages.exports.completed(platform) : messages.exports.done(rowsTotal ?? 0);
  return note ? `${platform ? text : `${text}.`} ${note}` : text;
};

/** The person who requested it, if still a member of its workspace. */
const recipientsOf = ({ workspaceId, orderedBy }: ExportRow, members: readonly string[]): LockedWorkspace => ({
  workspaceId,
  members: members.filter((userId) => userId === orderedBy),
});

/** Completes an export: stores its state and its notification together, and deletes its rows. */
export const completeExport = async (
  context: Pick<AppContext, 'clock' | 'db' | 'publisher'>,
  lease: ExportLease,
  rowsWritten: number,
): Promise<void> => {
  const finishedAt = context.clock.now();
  const ended = await context.db.transaction(async (tx) => {
    const members = await lockMembers(tx, lease.workspaceId);
    const row = await endExport(tx, lease, lease, { state: 'complete', rowsWritten, finishedAt });
    if (!row) return null;
    await deleteChunks(tx, row);
    const event = row.platform ? platformFacts[row.platform].exportComplete : 'list_export_complete';
    const payload = { message: completionText(row), url: row.url, error: null, exportId: row.id };
    return { row, notification: await storeNotification(tx, recipientsOf(row, members), event, payload, finishedAt) };
  });
  if (!ended) return;
  reached('export.ended');
  publishNotification(context, ended.notification);
  publishProgress(context, ended.row);
};

/** Adds that the export will continue after a reconnect, if it will. */
const reasonOf = ({ code, userMessage }: AppError): string =>
  code === 'RECONNECT_NEEDED' ? messages.exports.goesOnAfterReconnect(userMessage) : userMessage;

/** Fails an export, with or without its worker. Its rows are kept for a while, so that it can be resumed. */
export const failExport = async (
  context: Pick<AppContext, 'clock' | 'db' | 'publisher'>,
  key: ExportKey,
  lease: ExportLease | null,
  failure: AppError,
): Promise<void> => {
  const finishedAt = context.clock.now();
  const [code, error] = [failure.code, reasonOf(failure)];
  const ended = await context.db.transaction(async (tx) => {
    const members = await lockMembers(tx, key.workspaceId);
    const row = await endExport(tx, key, lease, { state: 'failed', code, error, finishedAt });
    if (!row) return null;
    const payload = { message: error, exportId: row.id };
    return {
      row,
      notification: await storeNotification(tx, recipientsOf(row, members), 'export_error', payload, finishedAt),
    };
  });
  if (!ended) return;
  reached('export.ended');
  publishNotification(context, ended.notification);
  publishProgress(context, ended.row);
};
