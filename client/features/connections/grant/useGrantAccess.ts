import { useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { openOauthPopup } from '#client/lib/oauth/oauthPopup.ts';
import { readUser } from '#client/stores/userStore.ts';
import { readWorkspace } from '#client/stores/workspaceStore.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { loadConnectedAccounts } from '#client/features/connections/accounts/connectedAccounts.ts';

/**
 * The window looks closed as soon as it is back on our own origin, because its opener policy cuts the reference. The
 * grant is stored a moment later. The socket announces it; repeated reads make up for a lost socket.
 */
const pausesBeforeReadingMs = [0, 1000, 2000, 4000];
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Opens a platform's consent window and reads the connection once it is closed. Call it straight from a click, or
 * browsers block the window. Never rejects: failures show a toast.
 */
export const useGrantAccess = (): ((platform: PlatformId) => Promise<void>) => {
  const queryClient = useQueryClient();
  return async (platform) => {
    if (readWorkspace()?.role === 'member') {
      notify.error(messages.workspaces.ownersOnly);
      return;
    }
    const { _id: userId, [platform]: wasConnected } = readUser();
    if ((await openOauthPopup(platform, userId)) === 'blocked') {
      notify.error(messages.connections.popupBlocked);
      return;
    }
    try {
      for (const pauseMs of pausesBeforeReadingMs) {
        await pause(pauseMs);
        if (readUser()._id !== userId) return;
        await loadConnectedAccounts();
        if (readUser()[platform]) break;
      }
    } catch (error) {
      notify.failure(error, messages.connections.loadFailed);
    }
    await queryClient.invalidateQueries({ queryKey: queryKeys.connections });
    // A newly connected platform reads its accounts itself.
    if (wasConnected) await queryClient.invalidateQueries({ queryKey: queryKeys.adAccounts(platform) });
  };
};
