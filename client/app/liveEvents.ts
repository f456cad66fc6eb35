import { checkAwaitedExports } from '#client/features/exports/state/awaitedExports.ts';
import { handleExportProgress } from '#client/features/exports/state/exportEvents.ts';
import { followNotifications } from '#client/features/notifications/followNotifications.ts';
import type {
  NotificationStream,
  StoredNotification,
} from '#client/features/notifications/createNotificationStream.ts';
import { refreshMembers } from '#client/features/workspaces/refreshMembers.ts';
import { followMove } from '#client/features/workspaces/moveSession.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { logError } from '#client/lib/log.ts';
import { openSocket } from '#client/lib/socket/socket.ts';
import { recordSocketActivity, resetSocket, setSocketConnected, setSocketUser } from '#client/stores/socketStore.ts';
import { readUser } from '#client/stores/userStore.ts';
import { changeWorkspace } from '#client/stores/workspaceStore.ts';
import { readAnnounced, readHint } from '#shared/socketEvents.ts';
import type { AnnouncedEvent, HintName, ServerEventPayload } from '#shared/socketEvents.ts';
import { expireSession } from './expireSession.ts';
import { queryClient } from './queryClient.ts';
import { refreshCampaigns, refreshFindings, refreshOverview } from './refreshes.ts';
import { applyMissed, applyStored, applyKnown, rereadConnections } from './storedEvents.ts';

/** The effect of each hint. `storedEvents` has the other events. */
const hints: { [E in HintName]: (payload: ServerEventPayload<E>) => void } = {
  export_progress: handleExportProgress,
  import_progress: (progress) => void queryClient.setQueryData(queryKeys.importProgress(progress.ref), progress),
  insights_changed: () => {
    refreshOverview();
    refreshCampaigns();
  },
  findings_changed: ({ unmarked }) => {
    // The event carries the count, because every screen shows it in the sidebar.
    changeWorkspace(() => ({ unmarkedFindings: unmarked }));
    refreshFindings();
  },
  members_changed: () => {
    // Updates the name, role and counts in the frame.
    rereadConnections();
    refreshMembers(queryClient);
  },
  workspace_changed: ({ message }) => followMove(message),
  leads_changed: ({ list }) => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.leads.of(list) });
    void queryClient.invalidateQueries({ queryKey: queryKeys.leadWork.all });
    refreshOverview();
    refreshCampaigns();
  },
};

/**
 * Reloads everything that may have changed without an event. Runs after each reconnect and whenever events were missed.
 * Add a line per feature.
 */
const catchUp = (): void => {
  rereadConnections();
  refreshFindings();
  void queryClient.invalidateQueries({ queryKey: queryKeys.leads.all });
  void queryClient.invalidateQueries({ queryKey: queryKeys.sheetSyncs.all });
};

const applyHint = <E extends HintName>(event: E, payload: ServerEventPayload<E>): void => hints[event](payload);

/** Parses an event of the socket, and applies it. */
const receive = (notifications: NotificationStream, event: string, payload: unknown): void => {
  const hint = readHint(event, payload);
  const announced = readAnnounced(event, payload);
  if (hint) applyHint(hint.event, hint.payload);
  else if (!announced) logError('An event could not be read', event);
  // An older server may send an event without an id.
  else if (announced.payload.notificationId === undefined) applyStored(announced);
  else notifications.receive({ id: announced.payload.notificationId, announced });
};

const eventsOf = (notifications: readonly StoredNotification[]): AnnouncedEvent[] =>
  notifications.flatMap(({ announced }) => announced ?? []);

/** Opens the live connection of the signed-in person. @returns a function that closes it */
export const followLiveEvents = (userId: string): (() => void) => {
  const { token } = readUser();
  /** Hints can be lost with a connection even if no stored event is lost. */
  let isBehind = false;
  let hasAsked = false;
  let isOver = false;
  setSocketUser(userId);
  const notifications = followNotifications({
    userId,
    onKnown: (known) => eventsOf(known).forEach(applyKnown),
    onLive: ({ announced }) => announced && applyStored(announced),
    onMissed: (missed) => {
      applyMissed(eventsOf(missed));
      isBehind = false;
      catchUp();
    },
  });
  const synchronize = async (): Promise<void> => {
    hasAsked = true;
    await notifications.synchronize();
    if (isOver) return;
    if (isBehind) catchUp();
    isBehind = false;
    await checkAwaitedExports();
  };
  const close = openSocket({
    userId,
    token,
    onEvent: (event, payload) => {
      recordSocketActivity();
      receive(notifications, event, payload);
    },
    onConnectedChange: (isConnected) => {
      setSocketConnected(isConnected);
      // Continues once without a socket, to show events that were stored while the page was closed.
      if (!isConnected && hasAsked) return;
      if (hasAsked) isBehind = true;
      void synchronize();
    },
    onSessionExpired: () => expireSession(token),
  });
  return () => {
    hasAsked = true;
    isOver = true;
    close();
    notifications.close();
    resetSocket();
  };
};
