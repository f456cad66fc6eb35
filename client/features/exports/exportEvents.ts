import { notify } from '#client/components/notify.ts';
import { isRecord } from '#client/lib/isRecord.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { ExportProgress } from '#shared/socketEvents.ts';
import { forgetEnds, takeAnnouncement } from './announcements.ts';
import {
  afterAnswer,
  endExport,
  identifyExport,
  isAwaited,
  noteExportChange,
  noteProgress,
  noteSheet,
  readFollowedId,
} from './exportsStore.ts';
import { isUnderWay } from './exportStates.ts';
import { openSheetAction } from './openSheet.ts';

/** What an announcement says, whatever its shape; null for what it does not say. */
type Announcement = {
  message: string | null;
  error: string | null;
  url: unknown;
  notificationId: string | null;
  exportId: string | null;
};

const textOf = (value: unknown): string | null => {
  if (isRecord(value)) return textOf(value['message']);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
};
const idOf = (value: unknown): string | null =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : null;

/** Flat, nested under `result`, or plain text. */
const readAnnouncement = (payload: unknown): Announcement => {
  if (!isRecord(payload))
    return { message: textOf(payload), error: null, url: null, notificationId: null, exportId: null };
  const result = payload['result'];
  const fields = isRecord(result) ? { ...payload, ...result } : payload;
  return {
    message: textOf(fields['message']) ?? (isRecord(result) ? null : textOf(result)),
    error: textOf(fields['error']),
    url: fields['url'],
    notificationId: idOf(fields['notificationId']),
    exportId: idOf(fields['exportId']),
  };
};

/** `Export failed: ` and the reason, which may be missing. */
export const showExportFailure = (reason: string | null): void =>
  notify.error(`${messages.exports.failedPrefix}${reason ?? messages.exports.unknownError}`);

const showCompletion = ({ error, message, url }: Announcement, text: string): void => {
  noteSheet(url);
  if (error !== null) notify.error(error);
  else notify.success(message ?? text, { action: openSheetAction(url) });
};

/** An export of the platform has ended: the button is free again, and the person is told on whatever screen they are. */
export const handleExportComplete = (platform: PlatformId, payload: unknown): void => {
  const announcement = readAnnouncement(payload);
  endExport(announcement.exportId);
  noteExportChange();
  if (takeAnnouncement({ ...announcement, end: 'complete' }))
    afterAnswer(() => showCompletion(announcement, messages.exports.completed(platform)));
};

/** An export of a lead list has ended. Where its rows were posted, the answer to the POST tells it, unless that is lost. */
export const handleListExportComplete = (payload: unknown): void => {
  const announcement = readAnnouncement(payload);
  endExport(announcement.exportId);
  noteExportChange();
  afterAnswer(() => {
    if (takeAnnouncement({ ...announcement, end: 'complete' })) showCompletion(announcement, messages.exports.ready);
  });
};

/** An export could not be made; as above, the answer to its POST comes first, and has to know which export that is. */
export const handleExportError = (payload: unknown): void => {
  const announcement = readAnnouncement(payload);
  noteExportChange();
  afterAnswer(() => {
    endExport(announcement.exportId);
    if (takeAnnouncement({ ...announcement, end: 'failed' }))
      showExportFailure(announcement.message ?? announcement.error);
  });
};

/** An export was cancelled, which no notification tells. */
export const tellCancelled = (exportId: string | null): void => {
  endExport(exportId);
  noteExportChange();
  if (takeAnnouncement({ end: 'cancelled', notificationId: null, exportId })) notify.info(messages.exports.cancelled);
};

/** An export has come on, or its state has changed; whoever cancelled it in another tab has not told this one. */
export const handleExportProgress = ({ exportId, ref, ...progress }: ExportProgress): void => {
  if (ref !== null) identifyExport(ref, exportId);
  noteProgress(exportId, progress);
  if (isUnderWay(progress.state)) forgetEnds(exportId);
  else if (progress.state === 'cancelled' && (readFollowedId() === exportId || isAwaited(exportId)))
    tellCancelled(exportId);
};

/** Tells how an export stands, as its row says: for those whose announcement may have been missed. */
export const settleExport = (run: ExportRun): void => {
  const { id: exportId, platform, url, note } = run;
  if (run.state === 'cancelled') tellCancelled(exportId);
  else if (run.state === 'failed') handleExportError({ message: run.error, exportId });
  else if (run.state !== 'complete') noteProgress(exportId, run);
  else if (platform !== null)
    handleExportComplete(platform, {
      url,
      exportId,
      message: note && `${messages.exports.completed(platform)} ${note}`,
    });
  else handleListExportComplete({ url, exportId, message: messages.exports.done(run.rowsWritten) });
};
