import { webUrl } from '#client/lib/webUrl.ts';
import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import { findingPath } from '#client/lib/address/findingsAddress.ts';
import { routes } from '#shared/routes.ts';
import type { AnnouncedEvent } from '#shared/socketEvents.ts';

/** A notification as text with a link to its subject. For a sheet, `to` is a web address. */
export type DescribedNotification = {
  tone: 'success' | 'warning' | 'danger';
  text: string;
  link?: { label: string; to: string };
};

const openSheetLink = (address: string | null): Pick<DescribedNotification, 'link'> => {
  const url = webUrl(address);
  return url === null ? {} : { link: { label: messages.exports.openSheet, to: url } };
};

const sheetTones = {
  sheet_sync_failed: 'danger',
  sheet_sync_recovered: 'success',
  sheet_sync_remarks: 'warning',
} as const;

export const describeNotification = ({ event, payload }: AnnouncedEvent): DescribedNotification => {
  switch (event) {
    case 'export_error':
      return {
        tone: 'danger',
        text: `${messages.exports.failedPrefix}${payload.message || messages.exports.unknownError}`,
      };
    case 'connection_lost':
    case 'connection_expiring':
      return {
        tone: event === 'connection_lost' ? 'danger' : 'warning',
        text: payload.message,
        link: { label: 'Grant access again', to: routes[payload.platform].path },
      };
    case 'finding_opened':
      return {
        tone: 'warning',
        text: payload.message,
        link: { label: messages.findings.see, to: findingPath(payload.findingId) },
      };
    case 'owner_replaced':
      return { tone: 'warning', text: payload.message, link: { label: 'See the members', to: routes.settings.path } };
    case 'sheet_taken_over':
      return { tone: 'danger', text: payload.message, ...openSheetLink(payload.url) };
    case 'sheet_sync_failed':
    case 'sheet_sync_recovered':
    case 'sheet_sync_remarks':
      return {
        tone: sheetTones[event],
        text: payload.message,
        link: { label: 'See the sheets', to: routes.googleSheets.path },
      };
    default:
      // Each platform has its own names for these.
      if ('connected' in payload)
        return {
          tone: 'success',
          text: `${platformNames[payload.platform]} was connected`,
          link: { label: 'See its ad accounts', to: routes[payload.platform].path },
        };
      if (payload.error !== null) return { tone: 'danger', text: payload.error };
      return { tone: 'success', text: payload.message || messages.exports.ready, ...openSheetLink(payload.url) };
  }
};
