import { create } from 'zustand';
import { call } from '#client/lib/apiClient.ts';
import { readUser, updateUser } from '#client/stores/userStore.ts';
import { connectedAccounts } from '#shared/contracts/connections.ts';
import type { ConnectedAccounts } from '#shared/contracts/connections.ts';

type ConnectedAccountsState = { accounts: ConnectedAccounts['accounts'] };

/** The outside identities that the person has connected; forgotten with the page. */
export const useConnectedAccountsStore = create<ConnectedAccountsState>()(() => ({ accounts: [] }));

export const resetConnectedAccounts = (): void => useConnectedAccountsStore.setState({ accounts: [] });

/**
 * Reads from the server which platforms are connected and brings the person's flags up to date: after a sign-in, and
 * after each consent window, since the socket's message may have been missed. Rejects as `call` does.
 */
export const loadConnectedAccounts = async (signal?: AbortSignal): Promise<void> => {
  const userId = readUser()._id;
  const { data } = await call(connectedAccounts, { signal });
  // An answer about somebody who has signed out meanwhile.
  if (readUser()._id !== userId || userId === '') return;
  updateUser({ google: data?.google, facebook: data?.facebook, tiktok: data?.tiktok });
  useConnectedAccountsStore.setState({ accounts: Array.isArray(data?.accounts) ? data.accounts : [] });
};
