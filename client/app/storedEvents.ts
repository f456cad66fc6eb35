import { loadConnectedAccounts, markConnected } from '#client/features/connections/accounts/connectedAccounts.ts';
import { adAccountsKey, connectionsKey } from '#client/features/connections/connections.api.ts';
import { handleExportEnd } from '#client/features/exports/state/exportEvents.ts';
import type { StoredNotification } from '#client/features/notifications/createNotificationStream.ts';
import { setAtRisk } from '#client/features/notifications/notificationsStore.ts';
import { refreshOverview } from '#client/features/overview/overviewChanges.ts';
import { sheetSyncsKey } from '#client/features/sheetSyncs/sheetSyncsKey.ts';
import { notify } from '#client/components/toasts/notify.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { isRecord } from '#client/lib/isRecord.ts';
import { logError } from '#client/lib/log.ts';
import { toastLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { isPlatformId, platformFacts, platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { PlatformNotifications, ServerEventName } from '#shared/socketEvents.ts';
import { queryClient } from './queryClient.ts';

type StoredEvent = {
  /** What holds from then on, whenever it is learned. */
  note?: (payload: unknown) => void;
  /** What is read anew at once; for one that comes late `liveEvents` reads everything anew. */
  refresh?: () => void;
  /** Tells the person. */
  tell?: (payload: unknown) => void;
  /** In place of `tell`, where there is too much to tell. */
  hush?: (payload: unknown) => void;
};

const invalidate = (queryKey: readonly unknown[]): void => void queryClient.invalidateQueries({ queryKey });

/** Reads from the server which platforms are connected; a failure shows at the next call to the platform. */
export const rereadConnections = (): void => {
  loadConnectedAccounts().catch((error: unknown) =>
    logError('The connected accounts could not be read again', messageOf(error, '')),
  );
  invalidate(connectionsKey);
  refreshOverview(queryClient);
};

/** A renewed grant may have other permissions and reach other ad accounts. */
const connected = (platform: PlatformId): StoredEvent => ({
  note: () => setAtRisk(platform, false),
  refresh: () => {
    markConnected(platform);
    invalidate(connectionsKey);
    invalidate(adAccountsKey(platform));
    refreshOverview(queryClient);
  },
});

const field = (payload: unknown, key: string): unknown => (isRecord(payload) ? payload[key] : null);
const showMessageIn = (show: (message: string) => void) => (payload: unknown) => {
  const message = field(payload, 'message');
  if (typeof message === 'string') show(message);
};

/** A grant that is lost or soon will be. */
const atRisk = (show: (message: string) => void): StoredEvent => ({
  note: (payload) => {
    const platform = field(payload, 'platform');
    if (isPlatformId(platform)) setAtRisk(platform, true);
  },
  refresh: rereadConnections,
  tell: showMessageIn(show),
});

/** @param completed the text of a complete export without a message; null for a failed export */
const exportEnded = (completed: string | null): StoredEvent => ({
  tell: (payload) => handleExportEnd(completed, payload, false),
  hush: (payload) => handleExportEnd(completed, payload, true),
});

const sheetSync = (show: (message: string) => void): StoredEvent => ({
  refresh: () => invalidate(sheetSyncsKey),
  tell: showMessageIn(show),
});

const platformEvents = Object.fromEntries(
  platformIds.flatMap((platform) => [
    [platformFacts[platform].connected, connected(platform)],
    [platformFacts[platform].exportComplete, exportEnded(messages.exports.completed(platform))],
  ]),
) as Record<keyof PlatformNotifications, StoredEvent>;

/**
 * What each event does that the server keeps among the notifications. This is the one place where features hook in: a line which
 * calls a plain function of the feature. Stores are written through their setters, so none needs a component.
 */
export const storedEvents = {
  ...platformEvents,
  list_export_complete: exportEnded(messages.exports.ready),
  export_error: exportEnded(null),
  connection_expiring: atRisk(notify.info),
  connection_lost: atRisk(notify.error),
  sheet_sync_failed: sheetSync(notify.error),
  sheet_sync_recovered: sheetSync(notify.success),
  sheet_taken_over: sheetSync(notify.error),
} satisfies Partial<Record<ServerEventName, StoredEvent>> & Record<keyof PlatformNotifications, StoredEvent>;

const table: Readonly<Record<string, StoredEvent | undefined>> = storedEvents;

/** One that is known from the list only changes what the frame shows. */
export const applyKnown = ({ event, payload }: StoredNotification): void => table[event]?.note?.(payload);

/** One that has just come. */
export const applyStored = (event: string, payload: unknown): void => {
  const known = table[event];
  known?.note?.(payload);
  known?.refresh?.();
  known?.tell?.(payload);
};

/** Those that came while nobody listened: of many the newest are told one by one, the others only counted. */
export const applyMissed = (notifications: readonly StoredNotification[]): void => {
  const told = notifications.filter(({ event }) => table[event]?.tell !== undefined);
  const onlyCounted = told.length > toastLimits.visible ? told.slice(0, told.length - toastLimits.visible + 1) : [];
  if (onlyCounted.length > 0) notify.info(messages.notifications.more(onlyCounted.length));
  for (const notification of notifications) {
    const known = table[notification.event];
    known?.note?.(notification.payload);
    if (onlyCounted.includes(notification)) known?.hush?.(notification.payload);
    else known?.tell?.(notification.payload);
  }
};
