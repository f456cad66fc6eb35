import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { exportGoogleSheet, exportRefHeader } from '#shared/contracts/exports.ts';
import { messages } from '#shared/messages.ts';
import { completeEnd } from './exportEvents.ts';
import { keepSheetUrl } from './exportsStore.ts';
import { launchExport } from './launchExport.ts';

/** Exports the rows of a list to a Google Sheet. The response to the POST ends the export or contains its id. */
export const exportRows = (body: BodyOf<typeof exportGoogleSheet>): void =>
  launchExport({
    source: 'rows',
    send: ({ ref }) => call(exportGoogleSheet, { body, headers: { [exportRefHeader]: ref } }),
    readAnswer: ({ message, url, data }) => {
      if (data !== undefined && url === undefined) {
        notify.success(message || messages.exports.running);
        return { type: 'answered' };
      }
      keepSheetUrl(url);
      return { type: 'answered', end: completeEnd(message || messages.exports.ready, url) };
    },
  });
