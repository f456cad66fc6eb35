import { notify } from '#client/components/toasts/notify.ts';
import { ApiError } from '#client/lib/api/ApiError.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { cancelExport } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { messages } from '#shared/messages.ts';
import type { ExportComplete, ExportError, ExportProgress } from '#shared/socketEvents.ts';
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

/** The response to a POST arrives within milliseconds of the notification. */
const answerPatienceMs = 500;

/** @param reason null if unknown */
export const failedEnd = (reason: string | null): ExportEnd => ({
  outcome: 'failed',
  notificationId: null,
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

/** Holds the end while a POST is open: its response may report the same end in another toast. */
const endExport = (id: string, end: ExportEnd, isSilent = false): void => {
  const isHeld = isPosting();
  dispatchExport(id, { type: 'ended', end, isHeld, isSilent });
  if (isHeld) window.setTimeout(releaseEnds, answerPatienceMs);
};

/** @param isSilent shows no toast, e.g. after too many missed notifications */
const endByNotification = (
  { exportId, notificationId }: Pick<ExportError, 'exportId' | 'notificationId'>,
  end: ExportEnd,
  isSilent: boolean,
): void => {
  if (exportId === undefined) leaveNewest();
  // A notification without any id always counts as new.
  const key = exportId ?? `notification:${notificationId ?? useExportsStore.getState().changes}`;
  endExport(key, { ...end, notificationId: notificationId === undefined ? null : String(notificationId) }, isSilent);
};

/** Handles a notification of a complete export. `completed` is shown if the notification has no message. */
export const handleExportComplete = (completed: string, payload: ExportComplete, isSilent: boolean): void => {
  const { message, url, error } = payload;
  const end = completeEnd(error ?? (message || completed), url);
  endByNotification(payload, error === null ? end : { ...end, tone: 'error' }, isSilent);
};

/** Handles a notification of a failed export. */
export const handleExportError = (payload: ExportError, isSilent: boolean): void =>
  endByNotification(payload, failedEnd(payload.message || null), isSilent);

/** Handles live progress. Also covers a cancellation in another tab. */
export const handleExportProgress = ({ exportId, ref, ...progress }: ExportProgress): void => {
  if (ref !== null) identifyExport(ref, exportId);
  dispatchExport(exportId, { type: 'progressed', progress });
};

/** Handles an export that was read from the server because its notification may be lost. */
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
    // The export had already completed, and its notification reports that.
    if (error instanceof ApiError && error.code === 'EXPORT_ENDED') return;
    notify.failure(error, messages.exports.cancelFailed);
  }
};
