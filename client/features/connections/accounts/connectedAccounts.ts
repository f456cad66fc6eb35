import { create } from 'zustand';
import { call } from '#client/lib/api/apiClient.ts';
import { readUser, updateUser } from '#client/stores/userStore.ts';
import { connectedAccounts } from '#shared/contracts/connections.ts';
import type { ConnectedAccounts } from '#shared/contracts/connections.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

type ConnectedAccountsState = { accounts: ConnectedAccounts['accounts'] };

/** The outside identities that the person has connected; forgotten with the page. */
export const useConnectedAccountsStore = create<ConnectedAccountsState>()(() => ({ accounts: [] }));

export const resetConnectedAccounts = (): void => useConnectedAccountsStore.setState({ accounts: [] });

/** Connections that the socket has announced: an answer that was asked for before the last of them may not know it yet. */
let announcedCount = 0;

/** A platform was connected, as the socket says. */
export const markConnected = (platform: PlatformId): void => {
  announcedCount += 1;
  updateUser({ [platform]: true });
};

/**
 * Reads from the server which platforms are connected and brings the person's flags up to date: after a sign-in, and
 * after each consent window, since the socket's message may have been missed. Rejects as `call` does.
 */
export const loadConnectedAccounts = async (signal?: AbortSignal): Promise<void> => {
  const userId = readUser()._id;
  const countBefore = announcedCount;
  const { data } = await call(connectedAccounts, { signal });
  // An answer about somebody who has signed out meanwhile.
  if (readUser()._id !== userId || userId === '') return;
  if (announcedCount !== countBefore) return loadConnectedAccounts(signal);
  updateUser(Object.fromEntries(platformIds.map((platform) => [platform, data?.[platform]])));
  useConnectedAccountsStore.setState({ accounts: Array.isArray(data?.accounts) ? data.accounts : [] });
};
