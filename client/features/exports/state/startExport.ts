import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { emitToServer } from '#client/lib/socket/emitToServer.ts';
import { useSocketStore } from '#client/stores/socketStore.ts';
import { readUser } from '#client/stores/userStore.ts';
import { exportGoogleSheet, exportRefHeader } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import { platformFacts } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { stripActPrefix } from '#shared/platforms/stripActPrefix.ts';
import { completeEnd, handleExportRun } from './exportEvents.ts';
import { isAwaited, keepSheetUrl } from './exportsStore.ts';
import { launchExport } from './launchExport.ts';
import type { Answer, AnsweredEvent } from './launchExport.ts';

type ExportRequest = {
  platform: PlatformId;
  /** All loaded rows, including those on other pages. */
  rows: readonly object[];
  /** As in the account list. */
  accountIds: readonly string[];
  range: DateRange;
};

/** Longest wait for the notification of a finished sheet after the response to its POST. */
const notificationPatienceMs = 3000;

/** Announces the export over the socket. The server matches its POST by the timestamp. */
const emitExport = ({ platform, rows, accountIds, range }: ExportRequest, timestamp: string): void => {
  const event = { userId: readUser()._id, platform, timestamp, dateRange: { since: range.since, until: range.until } };
  const facts = platformFacts[platform];
  if (facts.exportNamesAccounts)
    emitToServer(facts.startExport, { ...event, ad_account_ids: accountIds.map(stripActPrefix) });
  else emitToServer(facts.startExport, { ...event, campaignCount: rows.length });
};

/** Reports the end of a finished export if its notification was lost with the connection. */
const endWithoutNotification = (run: ExportRun): void => {
  window.setTimeout(() => {
    if (isAwaited(run.id)) handleExportRun(run);
  }, notificationPatienceMs);
};

const readAnswer = ({ message, url, data }: Answer, platform: PlatformId): AnsweredEvent => {
  keepSheetUrl(url);
  const text = message || messages.exports.completed(platform);
  const isWritten = data?.state === 'complete';
  const isLive = useSocketStore.getState().isConnected;
  if (!isLive && (data === undefined || isWritten)) return { type: 'answered', end: completeEnd(text, url) };
  // With a live connection, the notification carries the address and ends the export.
  notify.success(text);
  if (isWritten) endWithoutNotification(data);
  return { type: 'answered', isWritten, freesButton: !isLive };
};

/** Exports the rows of a platform to a Google Sheet. The server announces the end on any screen. */
export const startExport = (request: ExportRequest): void => {
  const { platform, rows } = request;
  launchExport({
    source: platform,
    send: ({ ref, timestamp }) => {
      emitExport(request, timestamp);
      return call(exportGoogleSheet, { body: { data: rows }, headers: { [exportRefHeader]: ref } });
    },
    readAnswer: (answer) => readAnswer(answer, platform),
  });
};
