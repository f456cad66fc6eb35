import { create } from 'zustand';
import { call } from '#client/lib/api/apiClient.ts';
import { readUser, updateUser } from '#client/stores/userStore.ts';
import { readWorkspace, setWorkspace } from '#client/stores/workspaceStore.ts';
import { connectedAccounts } from '#shared/contracts/connections.ts';
import type { ConnectedAccounts } from '#shared/contracts/connections.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

type ConnectedAccountsState = { accounts: ConnectedAccounts['accounts'] };

/** The person's connected platform identities. Not persisted. */
export const useConnectedAccountsStore = create<ConnectedAccountsState>()(() => ({ accounts: [] }));

export const resetConnectedAccounts = (): void => useConnectedAccountsStore.setState({ accounts: [] });

/** Counts connections announced by the socket. An older request may miss the latest connection. */
let announcedCount = 0;

/** Called for a connection announced by the socket. */
export const markConnected = (platform: PlatformId): void => {
  announcedCount += 1;
  updateUser({ [platform]: true });
};

/**
 * Reads the connected platforms and the workspace, and updates the person's flags. Called after a sign-in, and after
 * each consent window because its socket event may be lost. Rejects as `call` does.
 */
export const loadConnectedAccounts = async (signal?: AbortSignal): Promise<void> => {
  const userId = readUser()._id;
  const countBefore = announcedCount;
  const { data, workspace } = await call(connectedAccounts, { signal });
  // Ignores a response for a person who has signed out.
  if (readUser()._id !== userId || userId === '') return;
  if (announcedCount !== countBefore) return loadConnectedAccounts(signal);
  // Only on the first read: a later response could be older than a choice that was just saved.
  if (readWorkspace() === null) updateUser({ defaultAccounts: workspace?.defaultAccounts });
  setWorkspace(workspace ?? null);
  updateUser(Object.fromEntries(platformIds.map((platform) => [platform, data?.[platform]])));
  useConnectedAccountsStore.setState({ accounts: Array.isArray(data?.accounts) ? data.accounts : [] });
};
