import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readUser, updateUser } from '#client/stores/userStore.ts';
import { buildConnection, buildUser, renderApp, buildWorkspace } from '#client/testing/renderApp.tsx';
import type { Failure } from '#client/testing/FakeServer.ts';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import type { AdAccount } from '#shared/contracts/adAccounts.ts';
import { connectedAccounts, listConnections } from '#shared/contracts/connections.ts';
import { facebookInsights, googleCampaigns, tiktokCampaigns } from '#shared/contracts/insights.ts';
import { updateProfile } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

setUpFakeServer();
afterEach(() => {
  vi.restoreAllMocks();
});

const account = (id: string, name: string): AdAccount => ({
  id,
  descriptiveName: name,
  currency: 'EUR',
  timeZone: null,
});
const accounts = [account('111', 'Garden'), account('222', 'Homes'), account('333', '')];
const serveAccounts = (list: AdAccount[] = accounts, platform: PlatformId = 'google'): void =>
  fakeServer().on(listAdAccounts[platform], () => ({ accounts: list }));

const grantButton = (platform: PlatformId): HTMLElement =>
  screen.getByRole('button', { name: new RegExp(`^Grant ${platformNames[platform]} Ads Access`) });
const box = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name });
const setDefault = (): HTMLElement => screen.getByRole('button', { name: 'set as Default' });
const next = (): HTMLElement => screen.getByRole('button', { name: 'Next Data (Preview)' });

const openGoogle = async (overrides = {}) => {
  const rendered = await renderApp({ path: '/google', user: buildUser({ google: true, ...overrides }) });
  await screen.findByRole('grid');
  return rendered;
};

describe('without a grant', () => {
  it.each(platformIds)(
    '%s shows a button to connect, and requests no accounts [S2.CON.1] [S2.CON.2] [S2.CON.3] [S2.CON.4] [S2.CON.6] [S6.ROLE.3]',
    async (platform) => {
      await renderApp({ path: `/${platform}`, user: buildUser() });
      expect(await screen.findByRole('heading', { name: `${platformNames[platform]} Ads` })).toBeVisible();
      expect(grantButton(platform)).toHaveTextContent(`Grant ${platformNames[platform]} Ads AccessNot connected`);
      expect(screen.queryByRole('grid')).toBeNull();
      expect(fakeServer().calls(listAdAccounts[platform])).toEqual([]);
    },
  );

  it('opens the consent window, and reads the connection after the window closes', async () => {
    const popup = { closed: false, focus: vi.fn<() => void>() };
    const open = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as ReturnType<typeof window.open>);
    serveAccounts();
    const { actor } = await renderApp({ path: '/google', user: buildUser() });
    await screen.findByRole('heading', { name: 'Google Ads' });
    await actor.click(grantButton('google'));
    expect(open.mock.calls[0]?.[0]).toBe('/auth/google?userId=user-1');
    expect(open.mock.calls[0]?.[2]).toMatch(/width=500,height=600/);
    const data = { google: true, facebook: false, tiktok: false, accounts: [] };
    fakeServer().on(connectedAccounts, () => ({ data: { ...data, data }, workspace: buildWorkspace() }));
    popup.closed = true;
    await screen.findByRole('grid');
    expect(grantButton('google')).toHaveTextContent(/AccessConnected$/);
    expect(readUser().google).toBe(true);
    expect(fakeServer().calls(listAdAccounts.google)).toHaveLength(1);
  });

  it('reports that the browser blocked the consent window', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const { actor } = await renderApp({ path: '/tiktok', user: buildUser() });
    await screen.findByRole('heading', { name: 'TikTok Ads' });
    await actor.click(grantButton('tiktok'));
    expect(await screen.findByText(messages.connections.popupBlocked)).toBeInTheDocument();
  });

  it('shows that the platform is off, or why access was lost', async () => {
    fakeServer().on(listConnections, () => ({
      data: [
        buildConnection('google', { state: 'off', reason: messages.connections.notConfigured('google') }),
        buildConnection('facebook', { state: 'reconnect', reason: messages.connections.expired('facebook') }),
      ],
    }));
    const { actor } = await renderApp({ path: '/google', user: buildUser() });
    expect(await screen.findByText(messages.connections.notConfigured('google'))).toBeVisible();
    expect(grantButton('google')).toBeDisabled();
    await actor.click(screen.getByRole('link', { name: 'Facebook' }));
    expect(await screen.findByText(messages.connections.expired('facebook'))).toBeVisible();
    expect(grantButton('facebook')).toBeEnabled();
  });
});

describe('a grant that needs attention', () => {
  const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();
  const open = async (overrides: Parameters<typeof buildConnection>[1]) => {
    serveAccounts(accounts, 'facebook');
    const connection = { state: 'connected' as const, connectedAt: '2026-11-05T12:00:00.000Z', ...overrides };
    fakeServer().on(listConnections, () => ({ data: [buildConnection('facebook', connection)] }));
    const user = buildUser({ facebook: connection.state === 'connected' });
    const rendered = await renderApp({ path: '/facebook', user });
    await screen.findByRole('heading', { name: 'Facebook Ads' });
    return rendered;
  };

  it('shows when access was granted, last worked and expires', async () => {
    await open({ lastGoodCallAt: hours(-2), expiresAt: '2030-01-20T12:00:00.000Z' });
    expect(await screen.findByText(/Since Nov 05, 2026/)).toHaveTextContent(
      'Since Nov 05, 2026, last answer 2 hours ago, runs out on Jan 20, 2030',
    );
    expect(screen.getByText('last answer 2 hours ago')).toHaveAttribute('title', expect.stringMatching(/ at /));
    expect(screen.queryByRole('note')).toBeNull();
  });

  it.each([
    [4.5 * 24, 'Access ends in 5 days', 'The access to Facebook runs out in 5 days.'],
    [3, 'Access ends today', 'The access to Facebook runs out today.'],
  ])('warns when it ends in %i hours: %s', async (left, line, warning) => {
    await open({ expiresAt: hours(left) });
    expect(await screen.findByText(line)).toBeVisible();
    expect(screen.getByRole('note')).toHaveTextContent(warning);
  });

  it('lists unreadable assets with the reasons, and folds a long list', async () => {
    const asset = (id: string, isFailing: boolean) => ({
      kind: 'ad_account' as const,
      id,
      name: `Account ${id}`,
      state: isFailing ? ('failing' as const) : ('ok' as const),
      reason: isFailing ? 'It is closed' : null,
      remark: null,
      lastReadAt: hours(-3),
    });
    const failing = (count: number) => Array.from({ length: 6 }, (_, at) => asset(String(at), at < count));
    await open({ assets: [...failing(1), { ...asset('page', true), kind: 'lead_page', name: 'Garden' }] });
    const banner = await screen.findByRole('note');
    expect(banner).toHaveTextContent('2 of 7 ad accounts and lead pages could not be read');
    expect(
      within(banner)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Ad account Account 0: It is closed. Last read 3 hours ago.',
      'Leads of Garden: It is closed. Last read 3 hours ago.',
    ]);
    cleanup();
    await open({ assets: failing(4) });
    const folded = (await screen.findByText(/^4 of 6/)).closest('details');
    expect(folded).not.toHaveAttribute('open');
    expect(folded?.querySelectorAll('li')).toHaveLength(4);
  });

  it('replaces the accounts with the consent button once the grant is lost', async () => {
    const openWindow = vi.spyOn(window, 'open').mockReturnValue(null);
    const { actor } = await open({ state: 'reconnect', reason: 'Facebook asks you to grant access again' });
    expect(await screen.findByText('Facebook asks you to grant access again.')).toBeVisible();
    await actor.click(screen.getByRole('button', { name: 'Reconnect Facebook' }));
    expect(openWindow.mock.calls[0]?.[0]).toBe('/auth/facebook?userId=user-1');
  });
});

it('offers to grant a missing permission instead of a retry', async () => {
  expectConsoleError(/ad-accounts|accounts\/google/);
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  fakeServer().on(listConnections, () => ({
    data: [buildConnection('google', { state: 'connected', missingScopes: ['read Google Ads'] })],
  }));
  fakeServer().on(listAdAccounts.google, () => ({
    status: 409,
    body: { code: 'SCOPE_MISSING', message: 'The granted access to Google lacks a permission.' },
  }));
  const { actor } = await renderApp({ path: '/google', user: buildUser({ google: true }) });
  await actor.click(await screen.findByRole('button', { name: 'Grant access to Google' }));
  expect(open.mock.calls[0]?.[0]).toBe('/auth/google?userId=user-1');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(grantButton('google')).toHaveTextContent('Grant Google Ads AccessConnected in part');
});

describe('with a grant', () => {
  it('lists the accounts with checkboxes, and enables the buttons with the first selection [S2.CON.5] [S2.CON.6] [S2.CON.7] [S2.CON.8] [S2.CON.9] [S2.CON.10] [S2.CON.11] [S2.CON.12] [S2.CON.13] [S3.ACC.4] [S5.CON.1] [S5.CON.2]', async () => {
    serveAccounts();
    const { actor } = await openGoogle();
    expect(await screen.findByText('Garden')).toBeVisible();
    expect(grantButton('google')).toHaveTextContent(/AccessConnected$/);
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      '',
      'Account Name',
      'Account ID',
    ]);
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => [...row.querySelectorAll('td')].slice(1).map((cell) => cell.textContent))).toEqual([
      ['Garden', '111'],
      ['Homes', '222'],
      ['333', '333'],
    ]);
    expect(setDefault()).toBeDisabled();
    expect(next()).toBeDisabled();
    await actor.click(box('Select all'));
    expect(screen.getByText('3 of 3 selected')).toBeVisible();
    await actor.click(box('Select Homes'));
    expect(box('Select all').indeterminate).toBe(true);
    expect(setDefault()).toBeEnabled();
    expect(next()).toBeEnabled();
    await actor.click(box('Select all'));
    await actor.click(box('Select all'));
    expect(screen.getByText('0 of 3 selected')).toBeVisible();
  });

  it.each(platformIds)(
    '%s hands accounts, selection and platform to the preview [S2.CON.13] [S2.CON.14] [S2.CON.15] [S2.CON.16] [S2.CON.17] [S9.C.21]',
    async (platform) => {
      serveAccounts(accounts, platform);
      fakeServer().on(googleCampaigns, () => ({ data: [], warnings: [] }));
      fakeServer().on(tiktokCampaigns, () => ({ data: [], warnings: [] }));
      fakeServer().on(facebookInsights, () => ({ data: [], nextAccountIndex: 2, after_cursor: null, warnings: [] }));
      const { actor } = await renderApp({ path: `/${platform}`, user: buildUser({ [platform]: true }) });
      await actor.click(await screen.findByRole('checkbox', { name: 'Select Homes' }));
      await actor.click(box('Select Garden'));
      await actor.click(next());
      expect(window.location.pathname).toBe('/preview');
      const { usr } = window.history.state as { usr: unknown };
      expect(usr).toEqual({ accounts, selected: ['111', '222'], platform, userId: 'user-1' });
      expect(await screen.findByText('No Data Found')).toBeVisible();
    },
  );

  it('saves the selected accounts as defaults and selects them the next time [S2.CON.12] [S7.UPD.4] [S8.UPD.5]', async () => {
    serveAccounts();
    const defaultAccounts = { google: ['222'], facebook: ['act_1'], tiktok: [] };
    fakeServer().on(updateProfile, () => ({
      message: 'Whatever the server says',
      data: buildUser({ google: true, defaultAccounts }),
    }));
    const { actor } = await openGoogle({ defaultAccounts: { ...defaultAccounts, google: ['111', 'gone'] } });
    expect(await screen.findByText('1 of 3 selected')).toBeVisible();
    expect(box('Select Garden')).toBeChecked();
    await actor.click(box('Select Garden'));
    await actor.click(box('Select Homes'));
    await actor.click(setDefault());
    expect(await screen.findByText('Default Value Set Successfully')).toBeInTheDocument();
    expect(
      fakeServer()
        .calls(updateProfile)
        .map(({ body }) => body),
    ).toEqual([{ defaultAccounts: { google: ['222'] } }]);
    expect(readUser().defaultAccounts).toEqual(defaultAccounts);
    expect(readUser().token).toBe('token-1');
  });

  it.each<[Failure, string, string]>([
    [{ status: 500, body: { message: 'No room for defaults' } }, 'No room for defaults', '[S8.UPD.3]'],
    [{ status: 500 }, 'failed to update data', '[S8.UPD.4]'],
    [{ drop: true }, 'failed to update data', '[S8.UPD.4]'],
  ])('shows why defaults could not be saved: %j, %s %s', async (failure, expected) => {
    expectConsoleError(/update_profile|hang up|fetch/i);
    serveAccounts();
    fakeServer().on(updateProfile, () => failure);
    const { actor } = await openGoogle();
    await actor.click(await screen.findByRole('checkbox', { name: 'Select Garden' }));
    await actor.click(setDefault());
    expect(await screen.findByText(expected)).toBeInTheDocument();
    expect(readUser().defaultAccounts.google).toEqual([]);
    await waitFor(() => expect(setDefault()).toBeEnabled());
  });

  it('reloads when a socket event announces the connection', async () => {
    serveAccounts([], 'facebook');
    await renderApp({ path: '/facebook', user: buildUser() });
    await screen.findByRole('heading', { name: 'Facebook Ads' });
    act(() => updateUser({ facebook: true }));
    expect(await screen.findByText('No Data Found')).toBeVisible();
    act(() => updateUser({ facebook: false }));
    expect(screen.queryByRole('grid')).toBeNull();
    act(() => updateUser({ facebook: true }));
    await waitFor(() => expect(fakeServer().calls(listAdAccounts.facebook)).toHaveLength(2));
  });

  it.each([
    ['google', 'No data found'],
    ['facebook', 'No Data Found'],
    ['tiktok', 'No Data Found'],
  ] as const)('%s without accounts says %s [S2.CON.19] [S2.CON.20] [S2.CON.21]', async (platform, text) => {
    serveAccounts([], platform);
    await renderApp({ path: `/${platform}`, user: buildUser({ [platform]: true }) });
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('shows a spinner while Google responds [S2.CON.18]', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    fakeServer().on(listAdAccounts.google, () => held.then(() => ({ accounts })));
    const rendered = renderApp({ path: '/google', user: buildUser({ google: true }) });
    expect(await screen.findByText('Loading ad accounts')).toBeInTheDocument();
    release();
    await rendered;
    expect(await screen.findByText('Garden')).toBeVisible();
    expect(screen.queryByText('Loading ad accounts')).toBeNull();
  });

  const fallbacks = {
    google: 'Failed to fetch Google Ad Accounts',
    facebook: 'Failed to fetch Facebook Ad Accounts',
    tiktok: 'Failed to fetch Tiktok Ad Accounts',
  };
  it.each(platformIds)(
    '%s shows why the accounts failed to load, and retries [S8.GG.3] [S8.GG.4] [S8.FB.3] [S8.FB.4] [S8.TT.3] [S8.TT.4]',
    async (platform) => {
      expectConsoleError(/ads\/accounts/);
      fakeServer().on(listAdAccounts[platform], () => ({ drop: true }));
      const { actor } = await renderApp({ path: `/${platform}`, user: buildUser({ [platform]: true }) });
      const fallback = fallbacks[platform];
      expect(await screen.findByRole('alert')).toHaveTextContent(fallback);
      await waitFor(() => expect(screen.getAllByText(fallback)).toHaveLength(2));

      fakeServer().on(listAdAccounts[platform], () => ({ status: 502, body: { message: 'It is asleep' } }));
      await actor.click(screen.getByRole('button', { name: 'Retry' }));
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('It is asleep'));
      await waitFor(() => expect(screen.getAllByText('It is asleep')).toHaveLength(2));

      fakeServer().on(listAdAccounts[platform], () => ({ status: 500 }));
      await actor.click(screen.getByRole('button', { name: 'Retry' }));
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(fallback));

      serveAccounts([], platform);
      await actor.click(screen.getByRole('button', { name: 'Retry' }));
      expect(await screen.findByText(/^No data found$/i)).toBeVisible();
    },
  );
});
