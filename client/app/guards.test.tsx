import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { watchHeadings } from '#client/testing/watchHeadings.ts';
import { routes } from '#shared/routes.ts';

setUpFakeServer();

const navigationState = (): unknown => (window.history.state as { usr?: unknown } | null)?.usr;

const closedToGuests: [path: string, row: string][] = [
  ['/overview', '[S2.GUARD.1]'],
  ['/google', '[S2.GUARD.2]'],
  ['/facebook', '[S2.GUARD.3]'],
  ['/tiktok', '[S2.GUARD.4]'],
  ['/campaigns', '[S2.GUARD.5]'],
  ['/google-sheets', '[S2.GUARD.6]'],
  ['/preview', '[S2.GUARD.7]'],
  ['/old_leads', '[S2.GUARD.8]'],
  ['/leads', '[S2.GUARD.9]'],
  ['/custom-leads', '[S2.GUARD.10]'],
  ['/ai-insights', '[S2.GUARD.11]'],
  ['/settings', '[S2.GUARD.12]'],
];

describe('a guest', () => {
  it.each([...closedToGuests, ['/dashboard', '']])(
    'is redirected from %s to the sign-in, which receives the address %s',
    async (path) => {
      await renderApp({ path });
      expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
      expect(window.location.pathname).toBe('/sign-in');
      expect(navigationState()).toEqual({ from: path });
    },
  );

  it('never sees a closed screen during the redirect, even if its code has loaded [S2.GUARD.1]', async () => {
    await renderApp({ path: '/overview', user: buildUser() });
    await screen.findByRole('heading', { name: 'Overview' });
    cleanup();
    const headings = watchHeadings();
    await renderApp({ path: '/overview' });
    await screen.findByRole('heading', { name: 'Welcome back' });
    expect([...headings]).toEqual(['Welcome back']);
  });

  it('cannot open any screen that needs a session', () => {
    const forUsers = Object.values(routes).filter(({ access }) => access === 'user');
    expect(closedToGuests.map(([path]) => path).toSorted()).toEqual(forUsers.map(({ path }) => path).toSorted());
  });

  it('with a token but no _id counts as a guest [S2.GUARD.13]', async () => {
    await renderApp({ path: '/overview', user: buildUser({ _id: '' }) });
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
  });

  it.each([
    ['/sign-in', 'Welcome back', '[S2.ROUTE.4]'],
    ['/register', 'Create an account', '[S2.ROUTE.5]'],
    ['/forgot-password', 'Forgot password', '[S2.ROUTE.6]'],
  ])('finds %s with the title %s %s', async (path, title) => {
    await renderApp({ path });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(title);
    expect(window.location.pathname).toBe(path);
  });

  it('is redirected from /login to the sign-in, with the query [S2.ROUTE.23]', async () => {
    await renderApp({ path: '/login?x=1' });
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe('/sign-in?x=1');
  });

  it('sees the not-found screen for an unknown address, with links back [S2.ROUTE.20] [S2.404.1] [S2.404.2] [S2.404.3] [S2.404.4] [S2.404.5]', async () => {
    const { actor } = await renderApp({ path: '/no-such-page', previousPath: '/register' });
    expect(await screen.findByText('404')).toBeVisible();
    expect(screen.getByText('Oops! Page not found')).toBeVisible();
    expect(screen.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
    await actor.click(screen.getByRole('button', { name: 'Go Back' }));
    expect(await screen.findByRole('heading', { name: 'Create an account' })).toBeVisible();
  });
});

describe('a signed-in person', () => {
  it.each([
    ['/sign-in', '[S2.GUEST.1]'],
    ['/register', '[S2.GUEST.2]'],
    ['/forgot-password', '[S2.GUEST.3]'],
    ['/reset-password', '[S2.GUEST.4]'],
    ['/login', ''],
  ])('is sent from %s to the overview, which gets the address %s [S2.GUEST.5]', async (path) => {
    await renderApp({ path, user: buildUser() });
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
    expect(window.location.pathname).toBe('/overview');
    expect(navigationState()).toEqual({ from: path });
  });

  it('is redirected from /dashboard to the overview [S2.ROUTE.22]', async () => {
    await renderApp({ path: '/dashboard', user: buildUser() });
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
    expect(window.location.pathname).toBe('/overview');
  });

  it('needs only an _id [S6.ROLE.1] [S1.HEAD.3]', async () => {
    await renderApp({ path: '/campaigns', user: buildUser({ token: '', name: '', email: '', role: '' }) });
    expect(await screen.findByRole('heading', { name: 'Campaigns' })).toBeVisible();
    expect(screen.getByRole('banner')).toHaveTextContent('Hello, User');
  });

  it('sees the same screens with every role [S6.ROLE.2]', async () => {
    const textFor = async (role: string): Promise<string | null> => {
      await renderApp({ path: '/settings', user: buildUser({ role }) });
      await waitFor(() => expect(screen.getAllByText('Not connected')).toHaveLength(3));
      const { textContent } = document.body;
      cleanup();
      return textContent;
    };
    expect(await textFor('admin')).toBe(await textFor('user'));
  });
});
