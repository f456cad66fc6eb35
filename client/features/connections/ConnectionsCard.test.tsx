import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { readUser } from '#client/stores/userStore.ts';
import { buildConnection, buildUser, renderApp, buildWorkspace } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { connectedAccounts, disconnect, listConnections } from '#shared/contracts/connections.ts';
import { messages } from '#shared/messages.ts';

setUpFakeServer();

const openSettings = async () => {
  const rendered = await renderApp({ path: '/settings', user: buildUser({ google: true }) });
  await screen.findByRole('button', { name: 'Disconnect Google' });
  return rendered;
};

it('shows the state of each platform, with the reasons', async () => {
  fakeServer().on(listConnections, () => ({
    data: [
      buildConnection('google', {
        state: 'connected',
        connectedAt: '2026-11-05T12:00:00.000Z',
        missingScopes: ['make Google Sheets'],
      }),
      buildConnection('facebook', { state: 'reconnect', reason: messages.connections.expired('facebook') }),
      buildConnection('tiktok', { state: 'off', reason: messages.connections.notConfigured('tiktok') }),
    ],
  }));
  await openSettings();
  const rows = within(screen.getByRole('list', { name: 'Connections' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
  expect(rows).toEqual([
    'GoogleConnected in partNot permitted yet: make Google SheetsSince Nov 05, 2026Grant accessDisconnect',
    `FacebookAccess lost${messages.connections.expired('facebook')}ReconnectDisconnect`,
    `TikTokOff${messages.connections.notConfigured('tiktok')}`,
  ]);
});

it('shows who granted access and when it expires', async () => {
  const identity = {
    platform: 'google' as const,
    externalId: '112233',
    name: 'Ada at work',
    connectedAt: '2026-11-05',
  };
  const data = { google: true, facebook: false, tiktok: false, accounts: [identity] };
  fakeServer().on(connectedAccounts, () => ({ data: { ...data, data }, workspace: buildWorkspace() }));
  fakeServer().on(listConnections, () => ({
    data: [
      buildConnection('google', {
        state: 'connected',
        connectedAt: '2026-11-05T12:00:00.000Z',
        expiresAt: '2027-01-20T12:00:00.000Z',
      }),
    ],
  }));
  await openSettings();
  const row = within(screen.getByRole('list', { name: 'Connections' })).getByRole('listitem');
  expect(row).toHaveTextContent('Since Nov 05, 2026, runs out on Jan 20, 2027');
  expect(screen.getByText('Ada at work')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy the Google ID 112233' })).toBeInTheDocument();
});

it('lists a lead form that was deleted at the platform', async () => {
  const remark = messages.leads.formsGone('facebook', ['Short campaign']);
  const page = {
    kind: 'lead_page',
    id: '7',
    name: 'Showroom',
    state: 'ok',
    reason: null,
    remark,
    lastReadAt: null,
  } as const;
  fakeServer().on(listConnections, () => ({
    data: [
      buildConnection('google', { state: 'connected' }),
      buildConnection('facebook', { state: 'connected', assets: [page] }),
    ],
  }));
  await openSettings();
  expect(screen.getByText(`Showroom: ${remark}`)).toBeVisible();
});

it('opens the consent for a lost or soon expiring grant', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const soon = new Date(Date.now() + 36 * 3_600_000).toISOString();
  fakeServer().on(listConnections, () => ({
    data: [
      buildConnection('google', { state: 'connected', connectedAt: '2026-11-05T12:00:00.000Z' }),
      buildConnection('facebook', { state: 'reconnect', reason: messages.connections.expired('facebook') }),
      buildConnection('tiktok', { state: 'connected', connectedAt: '2026-11-05T12:00:00.000Z', expiresAt: soon }),
    ],
  }));
  const { actor } = await openSettings();
  expect(screen.getByText('Access ends in 2 days')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reconnect Google' })).toBeNull();
  await actor.click(screen.getByRole('button', { name: 'Reconnect Facebook' }));
  await actor.click(screen.getByRole('button', { name: 'Reconnect TikTok' }));
  expect(open.mock.calls.map(([address]) => address)).toEqual([
    '/auth/facebook?userId=user-1',
    '/auth/tiktok?userId=user-1',
  ]);
  vi.restoreAllMocks();
});

it('revokes a grant after a confirmation', async () => {
  fakeServer().on(disconnect, () => ({ message: messages.connections.disconnectedGoogle }));
  const { actor } = await openSettings();
  await actor.click(screen.getByRole('button', { name: 'Disconnect Google' }));
  await actor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(fakeServer().calls(disconnect)).toEqual([]);
  await actor.click(screen.getByRole('button', { name: 'Disconnect Google' }));
  await actor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disconnect Google' }));
  expect(await screen.findByText(messages.connections.disconnectedGoogle)).toBeInTheDocument();
  expect(
    fakeServer()
      .calls(disconnect)
      .map(({ path }) => path),
  ).toEqual(['/connections/google']);
  expect(readUser().google).toBe(false);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Disconnect Google' })).toBeNull());
});

it('changes nothing when the revocation fails', async () => {
  expectConsoleError(/connections/);
  fakeServer().on(disconnect, () => ({ status: 502, body: { message: 'Google does not answer' } }));
  const { actor } = await openSettings();
  await actor.click(screen.getByRole('button', { name: 'Disconnect Google' }));
  await actor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disconnect Google' }));
  expect(await screen.findByText('Google does not answer')).toBeInTheDocument();
  expect(readUser().google).toBe(true);
});
