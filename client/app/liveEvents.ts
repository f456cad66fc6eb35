import { loadConnectedAccounts, noteConnected } from '#client/features/connections/connectedAccounts.ts';
import { adAccountsKey, connectionsKey } from '#client/features/connections/connections.api.ts';
import { checkAwaitedExports } from '#client/features/exports/checkAwaitedExports.ts';
import { handleExportComplete, handleExportError } from '#client/features/exports/exportEvents.ts';
import { sheetSyncsKey } from '#client/features/sheetSyncs/sheetSyncsKey.ts';
import { handleSheetSyncFailed, handleSheetSyncRecovered } from '#client/features/sheetSyncs/sheetSyncEvents.ts';
import { messageOf } from '#client/lib/ApiError.ts';
import { logError } from '#client/lib/log.ts';
import { openSocket } from '#client/lib/socket.ts';
import type { SocketHandlers } from '#client/lib/socket.ts';
import { noteSocketActivity, resetSocket, setSocketConnected, setSocketUser } from '#client/stores/socketStore.ts';
import { readUser } from '#client/stores/userStore.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { expireSession } from './expireSession.ts';
import { queryClient } from './queryClient.ts';

/** A renewed grant may have other permissions and reach other ad accounts. */
const handleConnected = (platform: PlatformId): void => {
  noteConnected(platform);
  void queryClient.invalidateQueries({ queryKey: connectionsKey });
  void queryClient.invalidateQueries({ queryKey: adAccountsKey(platform) });
};

/**
 * What each event of the server does. This is the one place where features hook in: add a line which calls a plain
 * function of the feature, `export_error: handleExportError`. Stores are written through their setters, so no handler
 * needs a component.
 */
const handlers: SocketHandlers = {
  google_connected: () => handleConnected('google'),
  facebook_connected: () => handleConnected('facebook'),
  tiktok_connected: () => handleConnected('tiktok'),
  google_export_complete: (payload) => handleExportComplete('google', payload),
  fb_export_complete: (payload) => handleExportComplete('facebook', payload),
  tiktok_export_complete: (payload) => handleExportComplete('tiktok', payload),
  export_error: handleExportError,
  sheet_sync_failed: (payload) => {
    handleSheetSyncFailed(payload);
    void queryClient.invalidateQueries({ queryKey: sheetSyncsKey });
  },
  sheet_sync_recovered: (payload) => {
    handleSheetSyncRecovered(payload);
    void queryClient.invalidateQueries({ queryKey: sheetSyncsKey });
  },
  leads_changed: ({ list }) => void queryClient.invalidateQueries({ queryKey: ['leads', list] }),
};

/**
 * Runs after each connection but the first of a session: asks for what may have been announced while nobody listened.
 * Add a line per feature.
 */
const catchUp = (): void => {
  loadConnectedAccounts().catch((error: unknown) =>
    logError('The connected accounts could not be read again', messageOf(error, '')),
  );
  void queryClient.invalidateQueries({ queryKey: ['leads'] });
  void queryClient.invalidateQueries({ queryKey: sheetSyncsKey });
};

/** Opens the live connection of the person who is signed in. @returns what closes it */
export const followLiveEvents = (userId: string): (() => void) => {
  const { token } = readUser();
  let isFirstConnection = true;
  setSocketUser(userId);
  const close = openSocket({
    userId,
    token,
    handlers,
    onConnectedChange: (isConnected) => {
      setSocketConnected(isConnected);
      if (!isConnected) return;
      void checkAwaitedExports();
      if (!isFirstConnection) catchUp();
      isFirstConnection = false;
    },
    onActivity: noteSocketActivity,
    onSessionExpired: () => expireSession(token),
  });
  return () => {
    close();
    resetSocket();
  };
};
