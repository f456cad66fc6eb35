import { useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { openOauthPopup } from '#client/lib/oauth/oauthPopup.ts';
import { readUser } from '#client/stores/userStore.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { adAccountsKey, connectionsKey } from '#client/features/connections/connections.api.ts';
import { loadConnectedAccounts } from '#client/features/connections/accounts/connectedAccounts.ts';

/**
 * The window looks closed to us as soon as it is back on our own origin, since its opener policy cuts the tie; its grant
 * is stored a moment later. The socket tells of that; reading again makes up for a socket that is away.
 */
const pausesBeforeReadingMs = [0, 1000, 2000, 4000];
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Opens the consent window of a platform, and when it is closed reads how things stand. Call the function straight from
 * a click, or browsers block the window. It never rejects: what goes wrong is told in a toast.
 */
export const useGrantAccess = (): ((platform: PlatformId) => Promise<void>) => {
  const queryClient = useQueryClient();
  return async (platform) => {
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
    await queryClient.invalidateQueries({ queryKey: connectionsKey });
    // A platform that has just become connected reads its accounts by itself.
    if (wasConnected) await queryClient.invalidateQueries({ queryKey: adAccountsKey(platform) });
  };
};
