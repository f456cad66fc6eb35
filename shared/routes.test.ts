import { expect, test } from 'vitest';
import { platformIds } from './platforms.ts';
import { aliases, appPaths, routes } from './routes.ts';

/** The route table of the specification. */
const specified = {
  public: ['/', '/privacy-policy', '/terms-of-service'],
  guest: ['/sign-in', '/register', '/forgot-password', '/reset-password'],
  user: [
    '/overview',
    '/google',
    '/facebook',
    '/tiktok',
    '/campaigns',
    '/google-sheets',
    '/preview',
    '/old_leads',
    '/leads',
    '/custom-leads',
    '/ai-insights',
    '/settings',
  ],
} as const;

/** The invitation page is not in the specification. */
const invitationPath = '/invitation';

test('routes and their access match the specification', () => {
  const paths = Object.groupBy(Object.values(routes), ({ access }) => access);
  for (const access of ['public', 'guest', 'user'] as const)
    expect(paths[access]?.map(({ path }) => path).toSorted()).toEqual(specified[access].toSorted());
});

test('both aliases lead to screens, and the app renders all pages except public pages', () => {
  expect(aliases).toEqual({ '/login': '/sign-in', '/dashboard': '/overview' });
  const all = [...specified.guest, ...specified.user, '/login', '/dashboard', invitationPath];
  expect(appPaths.toSorted()).toEqual(all.toSorted());
});

test('[S9.C.21] the platforms are google, facebook and tiktok, each with a screen under its id', () => {
  expect(platformIds).toEqual(['google', 'facebook', 'tiktok']);
  for (const id of platformIds) expect(routes[id]).toEqual({ path: `/${id}`, access: 'user' });
});
