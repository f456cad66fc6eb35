import { useEffect } from 'react';
import { notify } from '#client/components/toasts/notify.ts';
import {
  loadConnectedAccounts,
  resetConnectedAccounts,
} from '#client/features/connections/accounts/connectedAccounts.ts';
import { useUserId } from '#client/stores/userStore.ts';
import { messages } from '#shared/messages.ts';

/** Loads the connected platforms whenever another person signs in. */
export const useSession = (): void => {
  const userId = useUserId();
  useEffect(() => {
    if (userId === '') return undefined;
    const leaving = new AbortController();
    loadConnectedAccounts(leaving.signal).catch((error: unknown) => {
      if (!leaving.signal.aborted) notify.failure(error, messages.connections.loadFailed);
    });
    return () => {
      leaving.abort();
      resetConnectedAccounts();
    };
  }, [userId]);
};
