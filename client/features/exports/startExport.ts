import { notify } from '#client/components/notify.ts';
import { isSessionExpired, messageOf } from '#client/lib/ApiError.ts';
import { call } from '#client/lib/apiClient.ts';
import { emitToServer } from '#client/lib/socket.ts';
import { useSocketStore } from '#client/stores/socketStore.ts';
import { readUser } from '#client/stores/userStore.ts';
import { exportGoogleSheet, exportRefHeader, exportRefOf } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import type { ResponseOf } from '#shared/contracts/endpoint.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import { platformEvents, stripActPrefix } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { handleExportComplete, showExportFailure } from './exportEvents.ts';
import {
  awaitExport,
  beginExport,
  endExport,
  isExporting,
  noteAnswer,
  noteSheet,
  readAwaited,
  wasAnnounced,
} from './exportsStore.ts';
import { openSheetAction } from './openSheet.ts';

type ExportRequest = {
  platform: PlatformId;
  /** Every row that is loaded, more than the page shows. */
  rows: readonly object[];
  /** As the account list gave them. */
  accountIds: readonly string[];
  range: DateRange;
};

/** How long the notice of a finished sheet may take after the answer to its POST. */
const noticePatienceMs = 3000;

/** `data` is missing where another server answers. */
type Answer = Omit<ResponseOf<typeof exportGoogleSheet>, 'data'> & { data?: ExportRun };

/** Announces the export over the socket; its POST, which carries the same timestamp, joins it. */
const emitExport = ({ platform, rows, accountIds, range }: ExportRequest, timestamp: string): void => {
  const event = { userId: readUser()._id, platform, timestamp, dateRange: { since: range.since, until: range.until } };
  if (platform === 'facebook') {
    emitToServer(platformEvents.facebook.startExport, { ...event, ad_account_ids: accountIds.map(stripActPrefix) });
  } else {
    emitToServer(platformEvents[platform].startExport, { ...event, campaignCount: rows.length });
  }
};

const isLive = (): boolean => useSocketStore.getState().isConnected;

/** The notice of a sheet that is ready may have been lost with a connection: then its end is told from here. */
const settleWithoutNotice = (platform: PlatformId, { id, url }: ExportRun): void => {
  window.setTimeout(() => {
    if (readAwaited().some((awaited) => awaited.id === id)) handleExportComplete(platform, { url, exportId: id });
  }, noticePatienceMs);
};

const handleAnswer = ({ message, url, data }: Answer, platform: PlatformId, ref: string): void => {
  // While the live connection stands, its notice brings the address and ends the export.
  const action = isLive() ? undefined : openSheetAction(url);
  notify.success(message || messages.exports.completed(platform), { action });
  noteSheet(url);
  if (!isLive()) endExport(ref);
  // Answers of other servers may tell no more than the message.
  if (data === undefined || wasAnnounced(data.id)) return;
  const isComplete = data.state === 'complete';
  // Without the connection a finished one has just been told in full.
  if (isComplete && !isLive()) return;
  awaitExport({ id: data.id, platform });
  if (isComplete) settleWithoutNotice(platform, data);
};

const postRows = async ({ platform, rows }: ExportRequest, ref: string): Promise<void> => {
  const { _id: userId } = readUser();
  // The next person in this tab has nothing to do with it.
  const isStillMine = (): boolean => readUser()._id === userId;
  try {
    const answer = await call(exportGoogleSheet, { body: { data: rows }, headers: { [exportRefHeader]: ref } });
    if (isStillMine()) handleAnswer(answer, platform, ref);
  } catch (error) {
    endExport(ref);
    if (isStillMine() && !isSessionExpired(error)) showExportFailure(messageOf(error, messages.exports.unknownError));
  }
};

/**
 * Starts an export to a Google Sheet, unless one runs already. It tells by itself how it goes; the server announces the
 * end (`exportEvents`).
 */
export const startExport = (request: ExportRequest): void => {
  if (isExporting()) return;
  const timestamp = new Date().toISOString();
  const ref = exportRefOf(request.platform, timestamp);
  beginExport(ref);
  notify.info(messages.exports.started);
  emitExport(request, timestamp);
  noteAnswer(postRows(request, ref));
};
