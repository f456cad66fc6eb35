import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { readUser } from '#client/stores/userStore.ts';
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
  it('lists its entries in order and marks the current one [S2.NAV.14] [S2.NAV.15]', async () => {
    const { actor } = await open();
    await actor.click(screen.getByRole('button', { name: 'Overview' }));
    const hrefs = within(sidebar())
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(['/dashboard', '/google', '/facebook', '/tiktok', '/campaigns', '/ai-insights', '/settings']);
    const current = within(sidebar()).getAllByRole('link', { current: 'page' });
    expect(current.map((link) => link.getAttribute('href'))).toEqual(['/campaigns']);
  });

  it('opens and closes the Overview group [S2.NAV.2]', async () => {
    const { actor } = await open();
    const group = screen.getByRole('button', { name: 'Overview' });
    expect(group).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('link', { name: 'Facebook' })).toBeNull();
    await actor.click(group);
    expect(screen.getByRole('link', { name: 'Facebook' })).toBeVisible();
    await actor.click(group);
    expect(screen.queryByRole('link', { name: 'Facebook' })).toBeNull();
  });

  it('collapses and expands, labels staying as names, and remembers it [S2.SIDE.2] [S2.SIDE.3] [S3.UI.5]', async () => {
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

  it('shows the label as a hint on the collapsed entries, on hover and on focus', async () => {
    const { actor } = await open();
    await actor.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
    await actor.hover(screen.getByRole('link', { name: 'AI Insights' }));
    expect(document.querySelector('[data-tooltip]')).toHaveTextContent('AI Insights');
    await actor.unhover(screen.getByRole('link', { name: 'AI Insights' }));
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
  it('greets by name, else by e-mail, else as User [S1.HEAD.1] [S1.HEAD.2] [S1.HEAD.3]', async () => {
    await open({ user: buildUser({ name: '' }) });
    expect(within(screen.getByRole('banner')).getByText('ada@example.test')).toBeVisible();
  });

  it('has header, main area and footer with year and version [S2.FRAME.1] [S2.FRAME.2] [S2.FRAME.3] [S1.FOOT.1] [S1.FOOT.2]', async () => {
    await open();
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.getByRole('main')).toHaveTextContent('Campaigns');
    expect(screen.getByRole('contentinfo')).toHaveTextContent('© 2025 LeadlightVersion 1.0.0');
  });

  it('says that the sandbox plays the platforms', async () => {
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
  });
});

describe('the session', () => {
  it('ends at Logout even if the server cannot be told [S2.MENU.7] [S2.MENU.8] [S4.SESS.5]', async () => {
    expectConsoleError(/logout/i);
    fakeServer().on(logout, () => ({ status: 500, body: { message: 'broken' } }));
    const { actor } = await open();
    await actor.click(screen.getByRole('button', { name: 'User menu' }));
    await actor.click(screen.getByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(readUser()).toEqual(buildUser({ _id: '', name: '', email: '', role: '', token: '' }));
    await waitFor(() => expect(fakeServer().calls(logout)[0]?.headers.authorization).toBe('Bearer token-1'));
    expect(screen.queryByText('broken')).toBeNull();
  });

  it('brings the flags up to date at its start [S4.SESS.6]', async () => {
    const data = { google: true, facebook: false, tiktok: true, accounts: [] };
    fakeServer().on(connectedAccounts, () => ({ data: { ...data, data } }));
    await open();
    await waitFor(() => expect(readUser()).toEqual(buildUser({ google: true, tiktok: true })));
    expect(
      fakeServer()
        .calls(connectedAccounts)
        .map((seen) => seen.headers.authorization),
    ).toEqual(['Bearer token-1']);
  });

  it.each([
    [{ status: 500, body: { message: 'The list is away' } }, 'The list is away'],
    [{ status: 500 }, messages.connections.loadFailed],
  ])('tells when the connected accounts cannot be read [S8.CONN.1]', async (failure, text) => {
    expectConsoleError(/connected_accounts/);
    fakeServer().on(connectedAccounts, () => failure);
    await open();
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('is over when the server says so: defaults, sign-in screen, one message', async () => {
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
});
