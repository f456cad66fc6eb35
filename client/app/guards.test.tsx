import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { userScreens } from './screens.ts';
import { routes } from '#shared/routes.ts';

setUpFakeServer();

const paths: Record<string, { path: string }> = routes;
const userPaths = Object.keys(userScreens).map((name) => paths[name]?.path ?? '');
const navigationState = (): unknown => (window.history.state as { usr?: unknown } | null)?.usr;

describe('a guest', () => {
  it.each([...userPaths, '/dashboard'])(
    'is sent from %s to the sign-in, with the address remembered [S2.GUARD.1]',
    async (path) => {
      await renderApp({ path });
      expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
      expect(window.location.pathname).toBe('/sign-in');
      expect(navigationState()).toEqual({ from: path });
    },
  );

  it('with a token but no _id counts as a guest [S2.GUARD.13]', async () => {
    await renderApp({ path: '/overview', user: buildUser({ _id: '' }) });
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
  });

  it('finds the sign-in under /login, the query kept [S2.ROUTE.23]', async () => {
    await renderApp({ path: '/login?x=1' });
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe('/sign-in?x=1');
  });

  it('sees the not-found page elsewhere [S2.ROUTE.20]', async () => {
    await renderApp({ path: '/no-such-page' });
    expect(await screen.findByText('Oops! Page not found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
  });
});

describe('a signed-in person', () => {
  it.each(['/sign-in', '/register', '/forgot-password', '/reset-password', '/login'])(
    'is sent from %s to the overview, with the address remembered [S2.GUEST.5]',
    async (path) => {
      await renderApp({ path, user: buildUser() });
      expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
      expect(window.location.pathname).toBe('/overview');
      expect(navigationState()).toEqual({ from: path });
    },
  );

  it('finds the overview under /dashboard [S2.ROUTE.22]', async () => {
    await renderApp({ path: '/dashboard', user: buildUser() });
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
    expect(window.location.pathname).toBe('/overview');
  });

  it('needs nothing but an _id [S6.ROLE.1]', async () => {
    await renderApp({ path: '/campaigns', user: buildUser({ token: '', name: '', email: '', role: '' }) });
    expect(await screen.findByRole('heading', { name: 'Campaigns' })).toBeVisible();
    await waitFor(() => expect(screen.getByText('User', { selector: 'header span' })).toBeVisible());
  });
});
