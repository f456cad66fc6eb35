import type { QueryKey } from '@tanstack/react-query';
import { loadConnectedAccounts, markConnected } from '#client/features/connections/accounts/connectedAccounts.ts';
import { handleExportEnd } from '#client/features/exports/state/exportEvents.ts';
import type { StoredNotification } from '#client/features/notifications/createNotificationStream.ts';
import { setAtRisk } from '#client/features/notifications/notificationsStore.ts';
import { notify } from '#client/components/toasts/notify.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { navigation } from '#client/lib/address/navigation.ts';
import { isRecord } from '#client/lib/isRecord.ts';
import { logError } from '#client/lib/log.ts';
import { toastLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { isPlatformId, platformFacts, platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { findingPath } from '#client/lib/address/findingsAddress.ts';
import type { PlatformNotifications, ServerEventName } from '#shared/socketEvents.ts';
import { queryClient } from './queryClient.ts';
import { refreshCampaigns, refreshOverview } from './refreshes.ts';

type StoredEvent = {
  /** Changes the state that the event reports. Runs for live, missed and already listed events. */
  apply?: (payload: unknown) => void;
  /** Reloads data after a live event. For missed events `liveEvents` reloads everything. */
  refresh?: () => void;
  /** Shows a toast. */
  show?: (payload: unknown) => void;
  /** Runs instead of `show` when too many toasts would appear. */
  acknowledge?: (payload: unknown) => void;
};

const invalidate = (queryKey: QueryKey): void => void queryClient.invalidateQueries({ queryKey });

/** Reads the connected platforms. A failure shows at the next call to the platform. */
export const rereadConnections = (): void => {
  loadConnectedAccounts().catch((error: unknown) =>
    logError('The connected accounts could not be read again', messageOf(error, '')),
  );
  invalidate(queryKeys.connections);
  refreshOverview();
  refreshCampaigns();
};

/** A renewed grant may have other permissions and reach other ad accounts. */
const connected = (platform: PlatformId): StoredEvent => ({
  apply: () => setAtRisk(platform, false),
  refresh: () => {
    markConnected(platform);
    invalidate(queryKeys.connections);
    invalidate(queryKeys.adAccounts(platform));
    refreshOverview();
    refreshCampaigns();
  },
});

const field = (payload: unknown, key: string): unknown => (isRecord(payload) ? payload[key] : null);
const showMessageIn = (show: (message: string) => void) => (payload: unknown) => {
  const message = field(payload, 'message');
  if (typeof message === 'string') show(message);
};

/** A grant that is lost or soon will be. */
const atRisk = (show: (message: string) => void): StoredEvent => ({
  apply: (payload) => {
    const platform = field(payload, 'platform');
    if (isPlatformId(platform)) setAtRisk(platform, true);
  },
  refresh: rereadConnections,
  show: showMessageIn(show),
});

/** @param completed default text of a complete export; null for a failed export */
const exportEnded = (completed: string | null): StoredEvent => ({
  show: (payload) => handleExportEnd(completed, payload, false),
  acknowledge: (payload) => handleExportEnd(completed, payload, true),
});

const sheetSync = (show: (message: string) => void): StoredEvent => ({
  refresh: () => invalidate(queryKeys.sheetSyncs.all),
  show: showMessageIn(show),
});

/** `findings_changed` reloads the lists. */
const findingOpened: StoredEvent = {
  show: (payload) => {
    const id = field(payload, 'findingId');
    showMessageIn((message) =>
      notify.info(
        message,
        typeof id === 'string'
          ? { action: { label: messages.findings.see, onClick: () => navigation.open(findingPath(id)) } }
          : {},
      ),
    )(payload);
  },
};

const platformEvents = Object.fromEntries(
  platformIds.flatMap((platform) => [
    [platformFacts[platform].connected, connected(platform)],
    [platformFacts[platform].exportComplete, exportEnded(messages.exports.completed(platform))],
  ]),
) as Record<keyof PlatformNotifications, StoredEvent>;

/**
 * What each stored event does. The only place where features hook in: add a line that calls a plain function of the
 * feature. Stores are written through setters, so no event needs a component.
 */
export const storedEvents = {
  ...platformEvents,
  list_export_complete: exportEnded(messages.exports.ready),
  export_error: exportEnded(null),
  finding_opened: findingOpened,
  connection_expiring: atRisk(notify.info),
  connection_lost: atRisk(notify.error),
  owner_replaced: { show: showMessageIn(notify.info) },
  sheet_sync_failed: sheetSync(notify.error),
  sheet_sync_recovered: sheetSync(notify.success),
  sheet_taken_over: sheetSync(notify.error),
} satisfies Partial<Record<ServerEventName, StoredEvent>> & Record<keyof PlatformNotifications, StoredEvent>;

const table: Readonly<Record<string, StoredEvent | undefined>> = storedEvents;

/** Applies an event from the list, without toast or reload. */
export const applyKnown = ({ event, payload }: StoredNotification): void => table[event]?.apply?.(payload);

/** Applies an event that has just arrived. */
export const applyStored = (event: string, payload: unknown): void => {
  const known = table[event];
  known?.apply?.(payload);
  known?.refresh?.();
  known?.show?.(payload);
};

/** Applies events that arrived while the client was offline: shows the newest ones and only counts the rest. */
export const applyMissed = (notifications: readonly StoredNotification[]): void => {
  const shown = notifications.filter(({ event }) => table[event]?.show !== undefined);
  const onlyCounted = shown.length > toastLimits.visible ? shown.slice(0, shown.length - toastLimits.visible + 1) : [];
  if (onlyCounted.length > 0) notify.info(messages.notifications.more(onlyCounted.length));
  for (const notification of notifications) {
    const known = table[notification.event];
    known?.apply?.(notification.payload);
    if (onlyCounted.includes(notification)) known?.acknowledge?.(notification.payload);
    else known?.show?.(notification.payload);
  }
};
