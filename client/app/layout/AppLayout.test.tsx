import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildUser, renderApp, buildWorkspace } from '#client/testing/renderApp.tsx';
import { consoleLines, expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { readUser, signInUser } from '#client/stores/userStore.ts';
import { connectedAccounts } from '#shared/contracts/connections.ts';
import { logout } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';

setUpFakeServer();

const open = async (options: Partial<Parameters<typeof renderApp>[0]> = {}) => {
  const rendered = await renderApp({ path: '/campaigns', user: buildUser(), ...options });
  await screen.findByRole('heading', { level: 1 });
  return rendered;
};
const ui = (): unknown =>
  (JSON.parse(localStorage.getItem('persist:ui') ?? 'null') as { state: unknown } | null)?.state;
const sidebar = (): HTMLElement => screen.getByRole('complementary', { name: 'Sidebar', hidden: true });

describe('the sidebar', () => {
  const hrefs = (links: HTMLElement[]) => links.map((link) => link.getAttribute('href'));

  it('lists the logo and its entries in order and marks the current one [S2.NAV.1] [S2.NAV.3] [S2.NAV.4] [S2.NAV.5] [S2.NAV.7] [S2.NAV.8] [S2.NAV.9] [S2.NAV.10] [S2.NAV.11] [S2.NAV.12] [S2.NAV.13] [S2.NAV.14] [S2.NAV.15]', async () => {
    const { actor } = await open();
    await actor.click(screen.getByRole('button', { name: 'Overview' }));
    expect(hrefs(within(sidebar()).getAllByRole('link'))).toEqual([
      '/dashboard',
      '/google',
      '/facebook',
      '/tiktok',
      '/campaigns',
      '/old_leads',
      '/leads',
      '/custom-leads',
      '/google-sheets',
      '/ai-insights',
      '/settings',
    ]);
    expect(hrefs(within(sidebar()).getAllByRole('link', { current: 'page' }))).toEqual(['/campaigns']);
  });

  it('opens and closes the Overview group of the three platforms [S2.NAV.2]', async () => {
    const { actor } = await open();
    const group = screen.getByRole('button', { name: 'Overview' });
    const members = () => hrefs(within(group.closest('li') ?? group).queryAllByRole('link'));
    expect(group).toHaveAttribute('aria-expanded', 'false');
    expect(members()).toEqual([]);
    await actor.click(group);
    expect(members()).toEqual(['/google', '/facebook', '/tiktok']);
    await actor.click(group);
    expect(members()).toEqual([]);
  });

  it('opens the group on the screens of its members [S2.NAV.6]', async () => {
    await open({ path: '/facebook' });
    expect(screen.getByRole('button', { name: 'Overview' })).toHaveAttribute('aria-expanded', 'true');
    for (const name of ['Google', 'Facebook', 'TikTok'])
      expect(within(sidebar()).getByRole('link', { name })).toBeVisible();
  });

  it('the logo opens a working screen [S2.ROUTE.22]', async () => {
    const { actor } = await open();
    await actor.click(within(sidebar()).getByRole('link', { name: 'Leadlight' }));
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
    expect(window.location.pathname).toBe('/overview');
  });

  it('collapses and expands, keeps the accessible names, and remembers its state [S2.SIDE.2] [S2.SIDE.3]', async () => {
    const { actor } = await open();
    expect(sidebar()).toHaveClass('w-64');
    await actor.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
    expect(sidebar()).toHaveClass('w-16');
    expect(screen.getByRole('link', { name: 'Settings' })).toBeVisible();
    expect(ui()).toEqual({ isSidebarCollapsed: true, isMobileSidebarOpen: false });
    await actor.click(screen.getByRole('button', { name: 'Expand sidebar' }));
    expect(sidebar()).toHaveClass('w-64');
    await actor.keyboard('[[');
    expect(sidebar()).toHaveClass('w-16');
  });

  it('shows a tooltip on collapsed entries, on hover and on focus', async () => {
    const { actor } = await open();
    await actor.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
    await actor.hover(screen.getByRole('link', { name: 'AI Insights' }));
    expect(document.querySelector('[data-tooltip]')).toHaveTextContent('AI Insights');
    await actor.unhover(screen.getByRole('link', { name: 'AI Insights' }));
    expect(document.querySelector('[data-tooltip]')).toBeNull();
    act(() => screen.getByRole('link', { name: 'Settings' }).focus());
    expect(document.querySelector('[data-tooltip]')).toHaveTextContent('Settings');
    await actor.keyboard('{Escape}');
    expect(document.querySelector('[data-tooltip]')).toBeNull();
  });

  it('is a drawer on phones: button, X, backdrop, Escape, links [S2.SIDE.4] [S2.SIDE.5] [S2.SIDE.6] [S2.SIDE.7] [S2.SIDE.8] [S2.SIDE.9]', async () => {
    const { actor } = await open({ width: 390 });
    const opener = screen.getByRole('button', { name: 'Open sidebar' });
    const openDrawer = async (): Promise<void> => {
      await actor.click(opener);
      expect(sidebar()).not.toHaveAttribute('inert');
      expect(screen.getByRole('button', { name: 'Close sidebar' })).toHaveFocus();
    };
    expect(sidebar()).toHaveAttribute('inert');
    await openDrawer();
    expect(ui()).toEqual({ isSidebarCollapsed: false, isMobileSidebarOpen: true });
    await actor.click(screen.getByRole('button', { name: 'Close sidebar' }));
    expect(sidebar()).toHaveAttribute('inert');
    expect(opener).toHaveFocus();
    await openDrawer();
    await actor.click(document.querySelector('[data-backdrop]') ?? document.body);
    expect(sidebar()).toHaveAttribute('inert');
    await openDrawer();
    await actor.keyboard('{Escape}');
    expect(sidebar()).toHaveAttribute('inert');
    await openDrawer();
    await actor.click(screen.getByRole('link', { name: 'Settings' }));
    expect(await screen.findByRole('heading', { name: 'User Profile' })).toBeVisible();
    expect(sidebar()).toHaveAttribute('inert');
  });
});

describe('the frame', () => {
  it.each([
    ['by name', buildUser(), 'Hello, Ada Example', '[S1.HEAD.1]'],
    ['without a name by e-mail', buildUser({ name: '' }), 'Hello, ada@example.test', '[S1.HEAD.2]'],
    ['without both as User', buildUser({ name: '', email: '' }), 'Hello, User', '[S1.HEAD.3]'],
  ])('greets %s', async (_how, user, greeting) => {
    await open({ user });
    expect(within(screen.getByRole('banner')).getByText(/^Hello/)).toHaveTextContent(greeting);
  });

  it('has header, main area and footer with year and version [S2.FRAME.1] [S2.FRAME.2] [S2.FRAME.3] [S1.FOOT.1] [S1.FOOT.2]', async () => {
    await open();
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.getByRole('main')).toHaveTextContent('Campaigns');
    expect(screen.getByRole('contentinfo')).toHaveTextContent('© 2025 LeadlightVersion 1.0.0');
  });

  it('shows that the platforms are simulated', async () => {
    await open({ config: { isSandbox: true } });
    expect(within(screen.getByRole('banner')).getByText('Sandbox')).toBeVisible();
  });

  it('switches the theme and remembers it as plain text', async () => {
    const { actor } = await open();
    await actor.click(screen.getByRole('button', { name: 'Theme: System' }));
    await actor.click(screen.getByRole('button', { name: 'Dark' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(screen.getByRole('button', { name: 'Theme: Dark' })).toBeVisible();
  });

  it('opens and closes the user menu [S2.MENU.1] [S2.MENU.2] [S2.MENU.3] [S2.MENU.4] [S2.MENU.5]', async () => {
    const { actor } = await open();
    const button = screen.getByRole('button', { name: 'User menu' });
    await actor.click(button);
    expect(await screen.findByText('Ada Example', { selector: 'header div *' })).toBeVisible();
    expect(screen.getByText('ada@example.test')).toBeVisible();
    await actor.click(button);
    expect(screen.queryByText('ada@example.test')).toBeNull();
    await actor.click(button);
    await actor.keyboard('{Escape}');
    expect(screen.queryByText('ada@example.test')).toBeNull();
    expect(button).toHaveFocus();
    await actor.click(button);
    await actor.click(screen.getByRole('main'));
    expect(screen.queryByText('ada@example.test')).toBeNull();
    await actor.click(button);
    await actor.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Settings' }));
    expect(await screen.findByRole('heading', { name: 'User Profile' })).toBeVisible();
    expect(window.location.pathname).toBe('/settings');
  });
});

describe('the session', () => {
  it('ends at Logout even if the server is unreachable, and only logs that failure [S2.MENU.6] [S2.MENU.7] [S2.MENU.8] [S4.SESS.5] [S8.OUT.1]', async () => {
    expectConsoleError(/logout/i);
    fakeServer().on(logout, () => ({ status: 500, body: { message: 'broken' } }));
    const { actor } = await open();
    await actor.click(screen.getByRole('button', { name: 'User menu' }));
    await actor.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(window.location.pathname).toBe('/sign-in');
    expect(readUser()).toEqual(buildUser({ _id: '', name: '', email: '', role: '', token: '' }));
    await waitFor(() => expect(fakeServer().calls(logout)[0]?.headers.authorization).toBe('Bearer token-1'));
    await waitFor(() => expect(consoleLines().join()).toContain('The logout did not reach the server'));
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
  });

  it('updates the connection flags at its start and when another person signs in [S4.SESS.6]', async () => {
    const data = { google: true, facebook: false, tiktok: true, accounts: [] };
    fakeServer().on(connectedAccounts, () => ({ data: { ...data, data }, workspace: buildWorkspace() }));
    await open();
    await waitFor(() => expect(readUser()).toEqual(buildUser({ google: true, tiktok: true })));
    act(() => signInUser(buildUser({ _id: 'user-2', token: 'token-2' })));
    await waitFor(() => expect(readUser()).toMatchObject({ _id: 'user-2', google: true, tiktok: true }));
    expect(
      fakeServer()
        .calls(connectedAccounts)
        .map((seen) => seen.headers.authorization),
    ).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it.each([[null], [[]], ['none'], [{ google: 'true', accounts: {} }], [undefined]])(
    'accepts connected accounts of any shape: %j [S3.CONN.2]',
    async (data) => {
      fakeServer().on(connectedAccounts, () => ({ status: 200, body: { success: true, data } }));
      await open({ user: buildUser({ google: true }) });
      await waitFor(() => expect(fakeServer().isIdle()).toBe(true));
      expect(readUser()).toEqual(buildUser({ google: true }));
      expect(document.querySelector('[data-sonner-toast]')).toBeNull();
      expect(screen.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
    },
  );

  it.each([
    [{ status: 500, body: { message: 'The list is away' } }, 'The list is away'],
    [{ status: 500 }, messages.connections.loadFailed],
  ])('shows an error when the connected accounts cannot be read [S8.CONN.1]', async (failure, text) => {
    expectConsoleError(/connected_accounts/);
    fakeServer().on(connectedAccounts, () => failure);
    await open();
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('resets, opens the sign-in screen and shows one message when the server rejects the session', async () => {
    expectConsoleError(/connected_accounts/);
    fakeServer().on(connectedAccounts, () => ({
      status: 401,
      body: { message: 'Please sign in', code: 'SESSION_EXPIRED' },
    }));
    await renderApp({ path: '/campaigns', user: buildUser() });
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(screen.getByText(messages.auth.sessionExpired)).toBeInTheDocument();
    expect(screen.queryByText('Please sign in')).toBeNull();
    expect(readUser()._id).toBe('');
  });

  it('shows the expiry in this tab when another tab detects it', async () => {
    await renderApp({ path: '/campaigns', user: buildUser() });
    await screen.findByRole('heading', { level: 1 });
    const announce = (newValue: string): boolean =>
      window.dispatchEvent(new StorageEvent('storage', { key: 'session:expired', newValue }));
    announce('the token of an earlier session');
    expect(readUser()._id).not.toBe('');
    announce(readUser().token);
    expect(await screen.findByText(messages.auth.sessionExpired)).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
  });
});
