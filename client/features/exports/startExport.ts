import { notify } from '#client/components/notify.ts';
import { call } from '#client/lib/apiClient.ts';
import { emitToServer } from '#client/lib/socket.ts';
import { useSocketStore } from '#client/stores/socketStore.ts';
import { readUser } from '#client/stores/userStore.ts';
import { exportGoogleSheet, exportRefHeader } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import type { ResponseOf } from '#shared/contracts/endpoint.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import { platformEvents, stripActPrefix } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { takeAnnouncement } from './announcements.ts';
import { awaitEnd } from './awaitEnd.ts';
import { settleExport } from './exportEvents.ts';
import { freeButton, isAwaited, leaveExport, noteSheet, noteWritten } from './exportsStore.ts';
import { launchExport } from './launchExport.ts';
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
const settleWithoutNotice = (run: ExportRun): void => {
  window.setTimeout(() => {
    if (isAwaited(run.id)) settleExport(run);
  }, noticePatienceMs);
};

const handleAnswer = ({ message, url, data }: Answer, platform: PlatformId, ref: string): void => {
  // While the live connection stands, its notice brings the address and ends the export.
  const isTold = !isLive();
  notify.success(message || messages.exports.completed(platform), {
    action: isTold ? openSheetAction(url) : undefined,
  });
  noteSheet(url);
  if (isTold) freeButton(ref);
  // Answers of other servers may tell no more than the message.
  if (data === undefined) {
    if (isTold) leaveExport(ref);
    return;
  }
  const isComplete = data.state === 'complete';
  if (isComplete) noteWritten(ref);
  // Told in full, so that the notice which a later connection brings is none any more.
  if (isComplete && isTold) takeAnnouncement({ end: 'complete', notificationId: null, exportId: data.id });
  awaitEnd(ref, data.id);
  if (isComplete) settleWithoutNotice(data);
};

/** Exports the rows of a platform to a Google Sheet. The server announces the end, whatever screen is then open. */
export const startExport = (request: ExportRequest): void => {
  const { platform, rows } = request;
  launchExport<Answer>({
    source: platform,
    send: ({ ref, timestamp }) => {
      emitExport(request, timestamp);
      return call(exportGoogleSheet, { body: { data: rows }, headers: { [exportRefHeader]: ref } });
    },
    onAnswer: (answer, ref) => handleAnswer(answer, platform, ref),
  });
};
