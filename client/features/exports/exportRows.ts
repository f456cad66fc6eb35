import { notify } from '#client/components/notify.ts';
import { call } from '#client/lib/apiClient.ts';
import type { BodyOf, ResponseOf } from '#shared/contracts/endpoint.ts';
import { exportGoogleSheet, exportRefHeader } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { messages } from '#shared/messages.ts';
import { takeAnnouncement } from './announcements.ts';
import { awaitEnd } from './awaitEnd.ts';
import { leaveExport, noteSheet } from './exportsStore.ts';
import { launchExport } from './launchExport.ts';
import { openSheetAction } from './openSheet.ts';

/** `data` is missing where another server answers. */
type Answer = Omit<ResponseOf<typeof exportGoogleSheet>, 'data'> & { data?: ExportRun };

const handleAnswer = ({ message, url, data }: Answer, ref: string): void => {
  if (data !== undefined && url === undefined) {
    notify.success(message || messages.exports.running);
    awaitEnd(ref, data.id);
    return;
  }
  leaveExport(ref);
  noteSheet(url);
  if (takeAnnouncement({ end: 'complete', notificationId: null, exportId: data?.id ?? null }))
    notify.success(message || messages.exports.ready, { action: openSheetAction(url) });
};

/** Exports the rows of a list to a Google Sheet. The answer to the POST is the end, or names the export that goes on. */
export const exportRows = (body: BodyOf<typeof exportGoogleSheet>): void =>
  launchExport<Answer>({
    source: 'rows',
    send: ({ ref }) => call(exportGoogleSheet, { body, headers: { [exportRefHeader]: ref } }),
    onAnswer: handleAnswer,
  });
