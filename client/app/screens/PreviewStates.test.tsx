import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { facebookRows, googleRows } from '#client/testing/insightRows.ts';
import { button, cellsOf, openPreview, stateOf } from '#client/testing/openPreview.ts';
import { formatDateTime } from '#client/lib/format.ts';
import { buildConnection, buildUser, buildWorkspace } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { updateUser } from '#client/stores/userStore.ts';
import { connectedAccounts, listConnections } from '#shared/contracts/connections.ts';
import { facebookInsights, googleCampaigns } from '#shared/contracts/insights.ts';
import { messages } from '#shared/messages.ts';

setUpFakeServer();

const serveFacebook = (): void =>
  fakeServer().on(facebookInsights, () => ({
    data: facebookRows('A', 2),
    nextAccountIndex: 1,
    after_cursor: null,
    warnings: [],
  }));
const grant = (): HTMLElement => screen.getByRole('button', { name: /^Grant Facebook Ads Access/ });

it('calls a platform only after it is connected [S6.ROLE.3]', async () => {
  serveFacebook();
  await openPreview(stateOf('facebook', ['act_1']), buildUser());
  expect(await screen.findByText('Connect Facebook to see insights')).toBeVisible();
  expect(grant()).toBeEnabled();
  expect(button('Export Google Sheet')).toBeDisabled();
  expect(fakeServer().calls(facebookInsights)).toEqual([]);
  act(() => updateUser({ facebook: true }));
  expect(await screen.findByText('Dataset 1')).toBeVisible();
  expect(cellsOf('ad_name')).toEqual(['A 1', 'A 2']);
});

it('stops waiting for rows when the platform is disconnected', async () => {
  serveFacebook();
  const { actor } = await openPreview(stateOf('facebook', ['act_1']));
  await screen.findByText('Dataset 1');
  const answered = Promise.withResolvers<void>();
  fakeServer().on(facebookInsights, async () => {
    await answered.promise;
    return { status: 409 };
  });
  await actor.keyboard('e');
  await waitFor(() => expect(fakeServer().calls(facebookInsights)).toHaveLength(2));
  act(() => updateUser({ facebook: false }));
  await waitFor(() => expect(fakeServer().isIdle()).toBe(true));
  answered.resolve();
  expect(screen.getByRole('grid', { name: 'Facebook data' })).toHaveAttribute('aria-busy', 'false');
  expect(cellsOf('ad_name')).toEqual(['A 1', 'A 2']);
});

it('scrolls to the top of each Facebook dataset', async () => {
  fakeServer().on(facebookInsights, ({ body }) => ({
    data: facebookRows('A', 2),
    nextAccountIndex: 0,
    after_cursor: (body as { after_cursor?: string }).after_cursor ? null : 'cursor-1',
    warnings: [],
  }));
  const { actor } = await openPreview(stateOf('facebook', ['act_1']));
  await screen.findByText('Dataset 1 (more available)');
  const region = screen.getByRole('grid', { name: 'Facebook data' }).parentElement as HTMLElement;
  region.scrollTop = 100;
  await actor.click(button('Next'));
  await screen.findByText(/^Dataset 2/);
  expect(region.scrollTop).toBe(0);
});

it('shows that a grant was lost and how to renew it', async () => {
  expectConsoleError(/multi-insights/);
  fakeServer().on(facebookInsights, () => ({
    status: 409,
    body: { message: messages.connections.reconnect('facebook'), code: 'RECONNECT_NEEDED' },
  }));
  const lost = { google: true, facebook: false, tiktok: true, accounts: [] };
  fakeServer().on(connectedAccounts, () => {
    const data = { ...lost, facebook: fakeServer().calls(facebookInsights).length === 0 };
    return { data: { ...data, data }, workspace: buildWorkspace() };
  });
  fakeServer().on(listConnections, () => ({
    data: [buildConnection('facebook', { state: 'reconnect', reason: messages.connections.expired('facebook') })],
  }));
  await openPreview(stateOf('facebook', ['act_1']));
  expect(await screen.findByText('Connect Facebook again to see insights')).toBeVisible();
  expect(screen.getByText(messages.connections.expired('facebook'))).toBeVisible();
  expect(grant()).toBeEnabled();
});

it('shows that the operator has disabled a platform', async () => {
  fakeServer().on(listConnections, () => ({
    data: [buildConnection('facebook', { state: 'off', reason: messages.connections.notConfigured('facebook') })],
  }));
  await openPreview(stateOf('facebook', ['act_1']), buildUser());
  expect(await screen.findByText('Facebook is off')).toBeVisible();
  expect(screen.getByText(messages.connections.notConfigured('facebook'))).toBeVisible();
  expect(grant()).toBeDisabled();
});

it('shows the next step to a connected person without defaults [S2.PRE.15]', async () => {
  await openPreview(undefined, buildUser({ tiktok: true }));
  expect(screen.getByText('No Data Found')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Choose TikTok accounts' })).toHaveAttribute('href', '/tiktok');
});

it('hides columns per platform and remembers them', async () => {
  fakeServer().on(googleCampaigns, () => ({ data: googleRows(1), warnings: [] }));
  serveFacebook();
  const { actor } = await openPreview(stateOf('google', ['111']));
  await screen.findByText('Page 1 of 1');
  await actor.click(button('Columns'));
  await actor.click(screen.getByRole('checkbox', { name: 'Spend' }));
  expect(screen.getByText('14 of 15 shown')).toBeVisible();
  expect(cellsOf('spend')).toEqual([]);
  await actor.click(button('Reset'));
  expect(cellsOf('spend')).toEqual(['€1,240.50']);
  await actor.click(screen.getByRole('checkbox', { name: 'Spend' }));
  await actor.keyboard('{Escape}');
  expect(JSON.parse(localStorage.getItem('persist:columns') ?? '')).toMatchObject({
    state: { hidden: { 'insights.google': ['spend'] } },
  });
});

it('formats days for reading and copies whole ids', async () => {
  serveFacebook();
  const { actor } = await openPreview(stateOf('facebook', ['act_1']));
  await screen.findByText('Dataset 1');
  expect(cellsOf('date')).toEqual(['Nov 20, 2026', 'Nov 20, 2026']);
  expect(cellsOf('ad_id')[0]).toBe('120210948300014001');
  const [first] = document.querySelectorAll<HTMLElement>('td[data-column="ad_id"]');
  if (!first) throw new Error('There is no row');
  await actor.click(within(first).getByRole('button', { name: 'Copy Ad ID 120210948300014001' }));
  expect(await navigator.clipboard.readText()).toBe('120210948300014001');
});

it('shows the stored rows of a lost grant with their age and a link to reconnect', async () => {
  const lost = buildConnection('facebook', { state: 'reconnect', reason: messages.connections.reconnect('facebook') });
  fakeServer().on(listConnections, () => ({ data: [lost] }));
  const readAt = ['2026-11-20T10:00:00.000Z', '2026-11-19T09:00:00.000Z'];
  const accounts = readAt.map((each, number) => ({ accountId: `act_${number}`, readAt: each }));
  fakeServer().on(facebookInsights, () => ({
    data: facebookRows('A', 2),
    nextAccountIndex: 1,
    after_cursor: null,
    warnings: [{ accountId: 'act_1', message: 'It is stale.' }],
    connectionLost: { reason: messages.connections.reconnect('facebook'), accounts },
  }));
  await openPreview(stateOf('facebook', ['act_1']), buildUser());
  expect(await screen.findByText('Dataset 1')).toBeVisible();
  expect(cellsOf('ad_name')).toEqual(['A 1', 'A 2']);
  // One banner for all accounts, with the oldest time.
  const [banner, ...others] = screen.getAllByRole('note');
  expect(others).toEqual([]);
  expect(banner).toHaveTextContent(
    `The access to Facebook was lost. These rows are as of ${formatDateTime('2026-11-19T09:00:00.000Z')}. Reconnect Facebook`,
  );
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Reconnect Facebook' })).toHaveAttribute(
    'href',
    '/facebook',
  );
});
