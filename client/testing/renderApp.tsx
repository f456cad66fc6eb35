import { render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { App } from '#client/app/App.tsx';
import { resetClientConfig } from '#client/lib/config.ts';
import { resetSocket } from '#client/stores/socketStore.ts';
import { useUiStore } from '#client/stores/uiStore.ts';
import { resetUser, useUserStore } from '#client/stores/userStore.ts';
import { clientConfigElementId } from '#shared/clientConfig.ts';
import type { ClientConfig } from '#shared/clientConfig.ts';
import { listCampaigns } from '#shared/contracts/campaigns.ts';
import { listFindingCampaigns, listFindings } from '#shared/contracts/findings.ts';
import { connectedAccounts, listConnections } from '#shared/contracts/connections.ts';
import type { Connection } from '#shared/contracts/connections.ts';
import { listNewestNotifications, listNotifications } from '#shared/contracts/notifications.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import { logout } from '#shared/contracts/users.ts';
import type { User } from '#shared/contracts/users.ts';
import type { CurrentWorkspace } from '#shared/contracts/currentWorkspace.ts';
import { listViews } from '#shared/contracts/views.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { buildCampaigns } from './campaigns.ts';
import { buildFindings } from './findings.ts';
import { buildOverview } from './overview.ts';
import { fakeServer, patienceMs } from './useFakeServer.ts';

const defaultConfig: ClientConfig = {
  googleClientId: null,
  googleSigninScriptUrl: '',
  passwordMinLength: 6,
  registration: 'open',
  registrationText: '',
  isSandbox: false,
  sampleSheetUrl: null,
};

/** A signed-in person without connections. */
export const buildUser = (overrides: Partial<User> = {}): User => ({
  _id: 'user-1',
  name: 'Ada Example',
  email: 'ada@example.test',
  role: 'user',
  token: 'token-1',
  facebook: false,
  google: false,
  tiktok: false,
  defaultAccounts: { google: [], facebook: [], tiktok: [] },
  ...overrides,
});

const writeConfig = (config: ClientConfig): void => {
  document.getElementById(clientConfigElementId)?.remove();
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = clientConfigElementId;
  element.textContent = JSON.stringify(config);
  document.head.append(element);
  resetClientConfig();
};

/** A workspace with a single member. */
export const buildWorkspace = (overrides: Partial<CurrentWorkspace> = {}): CurrentWorkspace => ({
  id: 'workspace-1',
  name: 'Ada Example’s workspace',
  role: 'owner',
  members: 1,
  invitations: 0,
  workspaces: 1,
  unmarkedFindings: 0,
  defaultAccounts: useUserStore.getState().defaultAccounts,
  ...overrides,
});

/** Connected accounts that match the stored flags. */
export const answerConnectedAccounts = (workspace: Partial<CurrentWorkspace> = {}) => {
  const { google, facebook, tiktok } = useUserStore.getState();
  const data = { google, facebook, tiktok, accounts: [] };
  return { data: { ...data, data }, workspace: buildWorkspace(workspace) };
};

/** By default a platform without a connection. */
export const buildConnection = (platform: PlatformId, overrides: Partial<Connection> = {}): Connection => ({
  platform,
  state: 'disconnected',
  reason: null,
  missingScopes: [],
  canExport: false,
  connectedAt: null,
  expiresAt: null,
  lastGoodCallAt: null,
  assets: [],
  ...overrides,
});

/** Connections that match the stored flags. */
const answerConnections = () => ({
  data: platformIds.map((platform) =>
    buildConnection(
      platform,
      useUserStore.getState()[platform] ? { state: 'connected', connectedAt: '2026-11-01T09:00:00.000Z' } : {},
    ),
  ),
});

/** No notifications so far. */
const noNotifications = { data: [], unread: 0, lastId: 0 };

type RenderAppOptions = {
  /** Address, with an optional query. */
  path: string;
  /** Navigation state of that address. */
  state?: unknown;
  /** Address of the previous history entry. */
  previousPath?: string;
  /** The signed-in person. Default: a guest. */
  user?: User;
  config?: Partial<ClientConfig>;
  /** Width of the window in pixels. */
  width?: number;
};

/**
 * Opens the whole app at an address, with its real stores, router, client and socket, against the file's fake server
 * (`setUpFakeServer`). The calls of every session have default responses unless the test sets others.
 */
export const renderApp = async ({
  path,
  state,
  previousPath,
  user,
  config,
  width = 1280,
}: RenderAppOptions): Promise<{ actor: UserEvent }> => {
  const server = fakeServer();
  server.onUnlessGiven(connectedAccounts, () => answerConnectedAccounts());
  server.onUnlessGiven(listConnections, answerConnections);
  server.onUnlessGiven(listNewestNotifications, () => noNotifications);
  server.onUnlessGiven(listNotifications, () => noNotifications);
  server.onUnlessGiven(getOverview, ({ query }) => ({
    data: buildOverview({ since: query['since'] ?? '', until: query['until'] ?? '' }),
  }));
  server.onUnlessGiven(listCampaigns, ({ query }) => ({
    data: buildCampaigns({ since: query['since'] ?? '', until: query['until'] ?? '' }),
  }));
  server.onUnlessGiven(listFindings, () => ({ data: buildFindings() }));
  server.onUnlessGiven(listFindingCampaigns, () => ({ data: [] }));
  server.onUnlessGiven(listViews, () => ({ data: [] }));
  server.onUnlessGiven(logout, () => ({ message: 'Logged out successfully' }));
  window.happyDOM?.setURL(`${server.url}${path}`);
  window.happyDOM?.setViewport?.({ width, height: 800 });
  if (previousPath !== undefined) {
    window.history.replaceState(null, '', previousPath);
    window.history.pushState(null, '', path);
  }
  window.history.replaceState(state === undefined ? null : { usr: state, key: 'test', idx: 0 }, '', path);
  writeConfig({ ...defaultConfig, ...config });
  // Clears data of the previous test's person, as a logout does.
  resetUser();
  // The new address has another origin with its own storage, so the stores must read the storage again.
  if (user) localStorage.setItem('persist:user', JSON.stringify({ state: user, version: 0 }));
  resetSocket();
  await useUserStore.persist.rehydrate();
  await useUiStore.persist.rehydrate();
  const actor = userEvent.setup();
  render(<App />);
  // Every session starts with this call. A test that ends earlier would abort it.
  if (user && user._id !== '')
    await vi.waitUntil(() => server.calls(connectedAccounts).length > 0 && server.isIdle(), { timeout: patienceMs });
  return { actor };
};

/** Whether the page has its live connection. The server may still hold the connection of a page that has just closed. */
export const isConnected = (): boolean => document.querySelector('[data-socket-status=connected]') !== null;

export const untilConnected = (): Promise<void> => waitFor(() => expect(isConnected()).toBe(true));
