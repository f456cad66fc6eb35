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
 * The window looks closed as soon as it returns to the app's origin, because its opener policy cuts the reference. The
 * server stores the grant a moment later. A socket event announces it, and repeated reads cover a lost event.
 */
const pausesBeforeReadingMs = [0, 1000, 2000, 4000];
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Opens a platform's consent window and reads the connection after the window closes. Call it directly in a click
 * handler, or browsers block the window. Never rejects: failures show a toast.
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
