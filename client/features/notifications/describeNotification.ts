import { isRecord } from '#client/lib/isRecord.ts';
import { webUrl } from '#client/lib/webUrl.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import { messages } from '#shared/messages.ts';
import { isPlatformId, platformNames } from '#shared/platforms.ts';
import { findingPath } from '#client/lib/address/findingsAddress.ts';
import { routes } from '#shared/routes.ts';

/** A notification as text with a link to its subject. For a sheet, `to` is a web address. */
export type DescribedNotification = {
  tone: 'success' | 'warning' | 'danger';
  text: string;
  link?: { label: string; to: string };
};

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const openSheetLink = (address: unknown): Pick<DescribedNotification, 'link'> => {
  const url = webUrl(address);
  return url === null ? {} : { link: { label: messages.exports.openSheet, to: url } };
};

/** Null for an event that this version does not know. */
export const describeNotification = ({
  event,
  payload,
}: Pick<Notification, 'event' | 'payload'>): DescribedNotification | null => {
  if (!isRecord(payload)) return null;
  const { platform } = payload;
  const message = textIn(payload['message']);
  if (event === 'export_error')
    return { tone: 'danger', text: `${messages.exports.failedPrefix}${message ?? messages.exports.unknownError}` };
  if (event.endsWith('_export_complete')) {
    const error = textIn(payload['error']);
    if (error !== null) return { tone: 'danger', text: error };
    return { tone: 'success', text: message ?? messages.exports.ready, ...openSheetLink(payload['url']) };
  }
  if (event.endsWith('_connected') && isPlatformId(platform))
    return {
      tone: 'success',
      text: `${platformNames[platform]} was connected`,
      link: { label: 'See its ad accounts', to: routes[platform].path },
    };
  if (message === null) return null;
  if (event.startsWith('connection_') && isPlatformId(platform))
    return {
      tone: event === 'connection_lost' ? 'danger' : 'warning',
      text: message,
      link: { label: 'Grant access again', to: routes[platform].path },
    };
  if (event === 'finding_opened') {
    const id = textIn(payload['findingId']);
    return {
      tone: 'warning',
      text: message,
      ...(id === null ? {} : { link: { label: messages.findings.see, to: findingPath(id) } }),
    };
  }
  if (event === 'owner_replaced')
    return { tone: 'warning', text: message, link: { label: 'See the members', to: routes.settings.path } };
  if (event === 'sheet_taken_over') return { tone: 'danger', text: message, ...openSheetLink(payload['url']) };
  if (event.startsWith('sheet_sync_'))
    return {
      tone: event === 'sheet_sync_failed' ? 'danger' : 'success',
      text: message,
      link: { label: 'See the sheets', to: routes.googleSheets.path },
    };
  return null;
};
