import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildUser, renderApp, buildWorkspace } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { emitToServer } from '#client/lib/socket/emitToServer.ts';
import { useSocketStore } from '#client/stores/socketStore.ts';
import { loadConnectedAccounts } from '#client/features/connections/accounts/connectedAccounts.ts';
import { readUser, useUserStore } from '#client/stores/userStore.ts';
import { connectedAccounts } from '#shared/contracts/connections.ts';
import { platformFacts, platformIds } from '#shared/platforms.ts';

setUpFakeServer();

const status = (): string | null | undefined =>
  document.querySelector('[data-socket-status]')?.getAttribute('data-socket-status');
const openConnected = async () => {
  const rendered = await renderApp({ path: '/campaigns', user: buildUser() });
  await waitFor(() => expect(status()).toBe('connected'));
  return rendered;
};

it('opens with user id and token, joins, and closes at logout [S4.SOCK.1] [S4.SOCK.3] [S4.SOCK.4] [S4.SOCK.6] [S7.SOCK.1] [S7.SOCK.2]', async () => {
  const { actor } = await openConnected();
  const [socket] = fakeServer().sockets();
  expect(socket?.handshake.query['userId']).toBe('user-1');
  expect(socket?.handshake.auth).toEqual({ token: 'token-1', openForMs: expect.any(Number) });
  await waitFor(() => expect(fakeServer().received).toEqual([{ event: 'join_user', payload: ['user-1'] }]));
  expect(useSocketStore.getState()).toMatchObject({ userId: 'user-1', isConnected: true });

  await actor.click(screen.getByRole('button', { name: 'User menu' }));
  await actor.click(await screen.findByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(fakeServer().sockets()).toEqual([]));
  expect(useSocketStore.getState()).toEqual({
    isConnected: false,
    userId: null,
    lastActivity: null,
    connectionStatus: 'disconnected',
  });
});

it('sets the flag of each platform when its grant is announced [S4.SOCK.7] [S4.SOCK.8] [S4.SOCK.9]', async () => {
  await openConnected();
  for (const platform of platformIds) {
    fakeServer().emit(platformFacts[platform].connected, { userId: 'user-1', platform, connected: true });
    await waitFor(() => expect(readUser()[platform]).toBe(true));
  }
});

it('keeps an announced grant when an older response arrives', async () => {
  await openConnected();
  let answerOld = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => {
    answerOld = resolve;
  });
  const flags = { facebook: false, tiktok: false, accounts: [] };
  fakeServer().on(connectedAccounts, async () => {
    await isHeld;
    return { data: { ...flags, google: false, data: { ...flags, google: false } }, workspace: buildWorkspace() };
  });
  const loaded = loadConnectedAccounts();
  await waitFor(() => expect(fakeServer().calls(connectedAccounts)).toHaveLength(2));
  fakeServer().emit('google_connected', { userId: 'user-1', platform: 'google', connected: true });
  await waitFor(() => expect(readUser().google).toBe(true));

  const seen: boolean[] = [];
  const stop = useUserStore.subscribe(({ google }) => void seen.push(google));
  fakeServer().on(connectedAccounts, () => ({
    data: { ...flags, google: true, data: { ...flags, google: true } },
    workspace: buildWorkspace(),
  }));
  answerOld();
  await loaded;
  stop();
  expect(fakeServer().calls(connectedAccounts)).toHaveLength(3);
  expect(seen).not.toContain(false);
  expect(readUser().google).toBe(true);
});

it('reconnects after a loss, joins again and requests missed events [S4.SOCK.5] [S7.SOCK.2]', async () => {
  const joins = () => fakeServer().received.filter(({ event }) => event === 'join_user');
  await openConnected();
  // Waits, because a message in transit would be lost with the connection.
  await waitFor(() => expect(joins()).toHaveLength(1));
  for (const socket of fakeServer().sockets()) socket.conn.close();
  await waitFor(() => expect(status()).toBe('disconnected'));
  await waitFor(() => expect(status()).toBe('connected'));
  await waitFor(() => expect(joins()).toHaveLength(2));
  await waitFor(() => expect(fakeServer().calls(connectedAccounts)).toHaveLength(2));
});

it('does not open for a guest [S4.SOCK.2]', async () => {
  await renderApp({ path: '/sign-in' });
  await screen.findByRole('heading', { name: 'Welcome back' });
  expect(fakeServer().sockets()).toEqual([]);
  expect(emitToServer('join_user', 'user-1')).toBe(false);
});

it('ends the session when the handshake rejects it', async () => {
  expectConsoleError(/./);
  const refusal = Object.assign(new Error('Please sign in'), { data: { code: 'SESSION_EXPIRED' } });
  fakeServer().admit(refusal);
  await renderApp({ path: '/campaigns', user: buildUser() });
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(readUser()._id).toBe('');
});

it('shows a warning after three seconds without a connection', async () => {
  fakeServer().admit(new Error('not now'));
  await renderApp({ path: '/campaigns', user: buildUser() });
  expect(screen.queryByText('Reconnecting…')).toBeNull();
  expect(await screen.findByText('Reconnecting…')).toBeInTheDocument();
});
