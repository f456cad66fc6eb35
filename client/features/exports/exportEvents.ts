import { isRecord } from '#client/lib/isRecord.ts';
import { notify } from '#client/components/notify.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { afterAnswer, endExport, noteSheet, takeAnnouncement } from './exportsStore.ts';
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

/** An export of the platform has ended: the button is free again, and the person is told on whatever screen they are. */
export const handleExportComplete = (platform: PlatformId, payload: unknown): void => {
  endExport();
  const announcement = readAnnouncement(payload);
  if (!takeAnnouncement(announcement)) return;
  const { error, message, url } = announcement;
  noteSheet(url);
  afterAnswer(() => {
    if (error !== null) notify.error(error);
    else notify.success(message ?? messages.exports.completed(platform), { action: openSheetAction(url) });
  });
};

/** An export could not be made. */
export const handleExportError = (payload: unknown): void => {
  endExport();
  const announcement = readAnnouncement(payload);
  if (takeAnnouncement(announcement)) showExportFailure(announcement.message ?? announcement.error);
};
