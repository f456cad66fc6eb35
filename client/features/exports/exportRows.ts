import { notify } from '#client/components/notify.ts';
import { isSessionExpired, messageOf } from '#client/lib/ApiError.ts';
import { call } from '#client/lib/apiClient.ts';
import { readUser } from '#client/stores/userStore.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { exportGoogleSheet, getExport } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { messages } from '#shared/messages.ts';
import { showExportFailure } from './exportEvents.ts';
import { beginExport, endExport, isExporting, noteSheet } from './exportsStore.ts';
import { openSheetAction } from './openSheet.ts';

/** How often a long export is asked about; no event tells its end. */
const askEveryMs = 2000;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    window.setTimeout(resolve, ms);
  });

/** Waits for the end of an export that was answered before it was written. */
const waitForEnd = async (id: string, isWanted: () => boolean): Promise<ExportRun> => {
  for (;;) {
    await pause(askEveryMs);
    const { data } = await call(getExport, { params: { id } });
    if (data.state === 'complete' || data.state === 'failed' || !isWanted()) return data;
  }
};

const tellEnd = (run: ExportRun): void => {
  if (run.state === 'failed') showExportFailure(run.error);
  else notify.success(messages.exports.done(run.rowsWritten), { action: openSheetAction(run.url) });
  noteSheet(run.url);
};

/**
 * Writes the rows of a list to a Google Sheet, unless an export runs already, and tells by itself how it goes. Lists
 * have no socket event: the answer to the POST is the end, or names the export to ask about.
 */
export const exportRows = async (body: BodyOf<typeof exportGoogleSheet>): Promise<void> => {
  if (isExporting()) return;
  const ref = `rows:${new Date().toISOString()}`;
  const { _id: userId } = readUser();
  // The next person in this tab has nothing to do with it.
  const isStillMine = (): boolean => readUser()._id === userId;
  beginExport(ref);
  notify.info(messages.exports.started);
  try {
    const { message, url, data } = await call(exportGoogleSheet, { body });
    if (!isStillMine()) return;
    notify.success(message || messages.exports.done(0), { action: openSheetAction(url) });
    noteSheet(url);
    if (url !== undefined || data === undefined) return;
    const run = await waitForEnd(data.id, isStillMine);
    if (isStillMine()) tellEnd(run);
  } catch (error) {
    if (isStillMine() && !isSessionExpired(error)) showExportFailure(messageOf(error, messages.exports.unknownError));
  } finally {
    endExport(ref);
  }
};
