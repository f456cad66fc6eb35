import '@testing-library/jest-dom/vitest';
import { globSync, readFileSync } from 'node:fs';
import { render, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFacebookAdapter } from '#server/providers/facebook/adapter.ts';
import { createGoogleOAuth } from '#server/providers/google/oauth.ts';
import { sheetReadScope } from '#server/providers/spreadsheets/read/serviceAccountTokens.ts';
import { createTikTokAdapter } from '#server/providers/tiktok/adapter.ts';
import { privacySections } from './privacySections.tsx';

const site = {
  origin: 'https://leads.example.org',
  contactEmail: 'privacy@example.org',
  leadRetentionDays: null,
  registration: 'open' as const,
};
const request = { state: 'state', redirectUri: `${site.origin}/callback`, codeChallenge: 'challenge' };
const address = 'https://platform.example';
const secrets = { appId: 'id', appSecret: 'secret' };

const show = (title: string, contactEmail: string | null = site.contactEmail): HTMLElement =>
  render(privacySections({ ...site, contactEmail }).find((section) => section.title === title)?.body).container;

/** The technical names in a section. */
const codesOf = (title: string): string[] =>
  [...show(title).querySelectorAll('code')].map(({ textContent }) => textContent).toSorted();

const scopesOf = (consent: URL, separator: string): string[] =>
  consent.searchParams.get('scope')?.split(separator) ?? [];

it('has eleven sections with different names [S2.LEGAL.1]', () => {
  expect(new Set(privacySections(site).map(({ title }) => title)).size).toBe(11);
});

it('lists exactly the permissions that Leadlight requests', () => {
  const google = createGoogleOAuth({
    clientId: 'id',
    clientSecret: 'secret',
    accountsUrl: address,
    oauthUrl: address,
  }).consentUrl(request);
  expect(codesOf('Data from Google')).toEqual([...scopesOf(google, ' '), sheetReadScope].toSorted());

  const facebook = createFacebookAdapter({
    ...secrets,
    dialogUrl: address,
    graphUrl: address,
    graphVersion: 'v26.0',
  }).consentUrl(request);
  const tiktok = createTikTokAdapter({ ...secrets, authUrl: address, apiUrl: address }).neededScopes;
  expect(codesOf('Data from Meta and TikTok')).toEqual(
    [...scopesOf(facebook, ','), ...tiktok.map(({ scope }) => scope)].toSorted(),
  );
});

/** Client files that store data in the browser, with their keys. */
const keptInBrowser: Readonly<Record<string, readonly string[]>> = {
  'client/stores/userStore.ts': ['persist:user'],
  'client/app/expireSession.ts': ['session:expired'],
  'client/stores/uiStore.ts': ['persist:ui'],
  'client/stores/columnsStore.ts': ['persist:columns'],
  'client/stores/leadsTabStore.ts': ['persist:leadsTab'],
  'client/features/campaigns/csvFormat.ts': ['persist:csv'],
  'client/stores/importColumnsStore.ts': ['persist:importColumns'],
  'client/stores/draftsStorage.ts': ['drafts'],
  'client/stores/recentStorage.ts': ['persist:recent'],
  'client/features/notifications/notificationLinks.ts': ['persist:notices'],
  'client/stores/themeStore.ts': ['theme'],
  'client/features/workspaces/restart.ts': ['workspace:message'],
  'client/landing/behavior/enableThemeSwitch.ts': ['theme'],
  'public/theme.js': ['theme'],
  'client/lib/lazyScreen.ts': ['leadlight:reloaded-for-new-version'],
  'server/modules/connections/consent/pages/finish.js': ['persist:user'],
  'server/lib/http/browserCookie.ts': ['leadlight-consent', '__Host-leadlight-consent'],
};

it('lists everything that is stored in the browser', () => {
  const access =
    /\b(?:localStorage|sessionStorage|indexedDB|document\.cookie)\b|\blocalStorageOf<|\.cookie\(|set-cookie/i;
  const files = globSync(['client/**/*.{ts,tsx}', 'public/*.js', 'server/**/*.{ts,js}'])
    .filter((file) => !/\.test\.tsx?$|\/testing\/|^server\/sandbox\/|^client\/stores\/localStorageOf\.ts$/.test(file))
    .filter((file) => access.test(readFileSync(file, 'utf8')));
  expect(files.toSorted()).toEqual(Object.keys(keptInBrowser).toSorted());
  for (const [file, names] of Object.entries(keptInBrowser))
    for (const name of names) expect(readFileSync(file, 'utf8')).toContain(`'${name}'`);
  expect(codesOf('Cookies and browser storage')).toEqual([...new Set(Object.values(keptInBrowser).flat())].toSorted());
});

it('links to the operator by mail, or names the person who provided the install', () => {
  const mail = within(show('Who is responsible')).getByRole('link', { name: site.contactEmail });
  expect(mail).toHaveAttribute('href', `mailto:${site.contactEmail}`);
  const nameless = show('Who is responsible', null);
  expect(within(nameless).queryByRole('link', { name: /@/ })).toBeNull();
  expect(nameless).toHaveTextContent(/write to the person or organization who gave you this address/);
});

it('says how long leads are kept, and that people can delete everything themselves', () => {
  const title = 'How long we keep it, and how to delete it';
  const withDays = (leadRetentionDays: number | null): string =>
    render(privacySections({ ...site, leadRetentionDays }).find((section) => section.title === title)?.body).container
      .textContent;
  expect(withDays(null)).toContain('They do not expire');
  expect(withDays(90)).toContain('90 days: leads of your forms from when they were sent');
  for (const action of ['Erase Person', 'Delete Account']) expect(withDays(null)).toContain(action);
});
