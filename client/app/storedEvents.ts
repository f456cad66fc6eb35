import type { QueryKey } from '@tanstack/react-query';
import { loadConnectedAccounts, markConnected } from '#client/features/connections/accounts/connectedAccounts.ts';
import { handleExportComplete, handleExportError } from '#client/features/exports/state/exportEvents.ts';
import { setAtRisk } from '#client/features/notifications/notificationsStore.ts';
import { notify } from '#client/components/toasts/notify.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { navigation } from '#client/lib/address/navigation.ts';
import { logError } from '#client/lib/log.ts';
import { toastLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { byEventName } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { findingPath } from '#client/lib/address/findingsAddress.ts';
import type {
  AnnouncedEvent,
  AnnouncedEventName,
  ConnectionAlert,
  ExportComplete,
  ServerEventPayload,
} from '#shared/socketEvents.ts';
import { queryClient } from './queryClient.ts';
import { refreshCampaigns, refreshOverview } from './refreshes.ts';

type StoredEvent<Payload = unknown> = {
  /** Applies the reported state. Runs for live, missed and already listed events. */
  apply?: (payload: Payload) => void;
  /** Reloads data after a live event. For missed events `liveEvents` reloads everything. */
  refresh?: () => void;
  /** Shows a toast. */
  show?: (payload: Payload) => void;
  /** Runs instead of `show` when too many toasts would appear. */
  acknowledge?: (payload: Payload) => void;
};

const invalidate = (queryKey: QueryKey): void => void queryClient.invalidateQueries({ queryKey });

/** Reloads the connected platforms. A failure shows at the next call to the platform. */
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

type WithMessage = { message: string };
type ShowMessage = (message: string) => void;

/** A grant that is lost or will soon expire. */
const atRisk = (show: ShowMessage): StoredEvent<ConnectionAlert> => ({
  apply: ({ platform }) => setAtRisk(platform, true),
  refresh: rereadConnections,
  show: ({ message }) => show(message),
});

/** @param completed the text to show if the event has no message */
const exportEnded = (completed: string): StoredEvent<ExportComplete> => ({
  show: (payload) => handleExportComplete(completed, payload, false),
  acknowledge: (payload) => handleExportComplete(completed, payload, true),
});

const sheetSync = (show: ShowMessage): StoredEvent<WithMessage> => ({
  refresh: () => invalidate(queryKeys.sheetSyncs.all),
  show: ({ message }) => show(message),
});

type StoredEvents = { [E in AnnouncedEventName]: StoredEvent<ServerEventPayload<E>> };

/**
 * The effects of each stored event. Features hook in only here: add a line that calls a plain function of the feature.
 * Stores have setters, so no event needs a component.
 */
const storedEvents: StoredEvents = {
  ...byEventName('connected', connected),
  ...byEventName('exportComplete', (platform) => exportEnded(messages.exports.completed(platform))),
  list_export_complete: exportEnded(messages.exports.ready),
  export_error: {
    show: (payload) => handleExportError(payload, false),
    acknowledge: (payload) => handleExportError(payload, true),
  },
  finding_opened: {
    // `findings_changed` reloads the lists.
    show: ({ findingId, message }) =>
      notify.info(message, {
        action: { label: messages.findings.see, onClick: () => navigation.open(findingPath(findingId)) },
      }),
  },
  connection_expiring: atRisk(notify.info),
  connection_lost: atRisk(notify.error),
  owner_replaced: { show: ({ message }) => notify.info(message) },
  sheet_sync_failed: sheetSync(notify.error),
  sheet_sync_recovered: sheetSync(notify.success),
  sheet_sync_remarks: sheetSync(notify.info),
  sheet_taken_over: sheetSync(notify.error),
};

type Effect = 'apply' | 'refresh' | 'show' | 'acknowledge';

const run = ({ event, payload }: AnnouncedEvent, effects: readonly Effect[]): void => {
  const call = <E extends AnnouncedEventName>(name: E, of: ServerEventPayload<E>): void => {
    for (const effect of effects) storedEvents[name][effect]?.(of);
  };
  call(event, payload);
};

/** Applies an event from the list, without toast or reload. */
export const applyKnown = (event: AnnouncedEvent): void => run(event, ['apply']);

/** Applies an event that has just arrived. */
export const applyStored = (event: AnnouncedEvent): void => run(event, ['apply', 'refresh', 'show']);

/** Applies events that arrived while the client was offline: shows the newest ones and only counts the rest. */
export const applyMissed = (events: readonly AnnouncedEvent[]): void => {
  const shown = events.filter(({ event }) => storedEvents[event].show !== undefined);
  const onlyCounted = shown.length > toastLimits.visible ? shown.slice(0, shown.length - toastLimits.visible + 1) : [];
  if (onlyCounted.length > 0) notify.info(messages.notifications.more(onlyCounted.length));
  for (const event of events) run(event, ['apply', onlyCounted.includes(event) ? 'acknowledge' : 'show']);
};
