import { notify } from '#client/components/toasts/notify.ts';
import { ApiError } from '#client/lib/api/ApiError.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { isRecord } from '#client/lib/isRecord.ts';
import { cancelExport } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { messages } from '#shared/messages.ts';
import type { ExportProgress } from '#shared/socketEvents.ts';
import { canceledEnd } from './exportReducer.ts';
import type { ExportEnd } from './exportReducer.ts';
import {
  dispatchExport,
  identifyExport,
  isPosting,
  leaveNewest,
  markExportsStale,
  releaseEnds,
  useExportsStore,
} from './exportsStore.ts';

/** The answer to a POST follows the notification within milliseconds. */
const answerPatienceMs = 500;

const textOf = (value: unknown): string | null => {
  if (isRecord(value)) return textOf(value['message']);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
};
const idOf = (value: unknown): string | null =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : null;

/** Reads a payload that is flat, nested under `result`, or plain text. */
const readPayload = (payload: unknown) => {
  if (!isRecord(payload))
    return { message: textOf(payload), error: null, url: null, notificationId: null, exportId: null };
  const result = payload['result'];
  const fields = isRecord(result) ? { ...payload, ...result } : payload;
  return {
    message: textOf(fields['message']) ?? (isRecord(result) ? null : textOf(result)),
    error: textOf(fields['error']),
    url: textOf(fields['url']),
    notificationId: idOf(fields['notificationId']),
    exportId: idOf(fields['exportId']),
  };
};

/** @param reason null for an unknown one */
export const failedEnd = (reason: string | null, notificationId: string | null = null): ExportEnd => ({
  outcome: 'failed',
  notificationId,
  tone: 'error',
  text: `${messages.exports.failedPrefix}${reason ?? messages.exports.unknownError}`,
  url: null,
});

export const completeEnd = (text: string, url: string | null | undefined): ExportEnd => ({
  outcome: 'complete',
  notificationId: null,
  tone: 'success',
  text,
  url: url ?? null,
});

/** An open POST may report the same end, in a toast that would cover this one: its answer goes first. */
const endExport = (id: string, end: ExportEnd, isSilent = false): void => {
  const isHeld = isPosting();
  dispatchExport(id, { type: 'ended', end, isHeld, isSilent });
  if (isHeld) window.setTimeout(releaseEnds, answerPatienceMs);
};

/**
 * Handles a stored notification of an export's end.
 *
 * @param completed the text of a complete export without a message; null for a failed export
 * @param isSilent the toast is left out, e.g. where too many notifications were missed
 */
export const handleExportEnd = (completed: string | null, payload: unknown, isSilent: boolean): void => {
  const { message, error, url, notificationId, exportId } = readPayload(payload);
  const end: ExportEnd =
    completed === null
      ? failedEnd(message ?? error, notificationId)
      : {
          ...completeEnd(error ?? message ?? completed, url),
          notificationId,
          ...(error !== null && { tone: 'error' }),
        };
  if (exportId === null) leaveNewest();
  // Without any id, each notification is news.
  endExport(exportId ?? `notification:${notificationId ?? useExportsStore.getState().changes}`, end, isSilent);
};

/** Handles live progress. It also reports an export that another tab has cancelled. */
export const handleExportProgress = ({ exportId, ref, ...progress }: ExportProgress): void => {
  if (ref !== null) identifyExport(ref, exportId);
  dispatchExport(exportId, { type: 'progressed', progress });
};

/** Handles the row of an export, which is read when its notification may have been lost. */
export const handleExportRun = ({ id, platform, url, note, state, ...run }: ExportRun): void => {
  if (state === 'cancelled') dispatchExport(id, { type: 'ended', end: canceledEnd });
  else if (state === 'failed') endExport(id, failedEnd(run.error));
  else if (state !== 'complete') {
    const { rowsWritten, rowsTotal } = run;
    dispatchExport(id, { type: 'progressed', progress: { state, rowsWritten, rowsTotal } });
  } else {
    const completed = platform === null ? messages.exports.done(run.rowsWritten) : messages.exports.completed(platform);
    endExport(id, completeEnd(platform !== null && note ? `${completed} ${note}` : completed, url));
  }
};

/** Stops an export. */
export const cancel = async (id: string): Promise<void> => {
  try {
    const { data } = await call(cancelExport, { params: { id } });
    handleExportRun(data);
  } catch (error) {
    markExportsStale();
    // The export was ready a moment sooner, which its notification reports.
    if (error instanceof ApiError && error.code === 'EXPORT_ENDED') return;
    notify.failure(error, messages.exports.cancelFailed);
  }
};
