import { describe, expect, it } from 'vitest';
import { appPaths, routes } from '#shared/routes.ts';
import { parseEnv } from '#server/config/env.ts';
import { toPageSettings } from '#server/web/pages/pageSettings.ts';
import { siteDocuments } from './siteDocuments.ts';

const origin = 'https://leads.example.org';
const clock = { now: () => new Date('2026-11-21T15:30:00Z') };

const read = (path: string, env: Record<string, string> = {}): string => {
  const document = siteDocuments(toPageSettings(parseEnv({ PUBLIC_URL: origin, ...env })), clock).get(path);
  return String(document?.body);
};

const valuesOf = (text: string, name: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name}: `))
    .map((line) => line.slice(name.length + 2));

describe('robots.txt', () => {
  const text = read('/robots.txt');
  const disallowed = valuesOf(text, 'Disallow');
  const isOpen = (path: string): boolean => !disallowed.some((prefix) => path.startsWith(prefix));

  it('excludes crawlers only from pages behind the sign-in', () => {
    for (const { path, access } of Object.values(routes))
      expect([path, isOpen(path)]).toEqual([path, access !== 'user']);
    for (const path of ['/dashboard', '/api/user/login', '/auth/google', '/webhooks/meta', '/socket.io/'])
      expect([path, isOpen(path)]).toEqual([path, false]);
  });

  it('lets them load scripts, styles and images', () => {
    for (const path of ['/assets/entry.abc123.js', '/theme.js', '/favicon.ico', '/og-image.png', '/site.webmanifest'])
      expect([path, isOpen(path)]).toEqual([path, true]);
  });

  it('names the location of the sitemap', () => {
    expect(valuesOf(text, 'Sitemap')).toEqual([`${origin}/sitemap.xml`]);
  });
});

describe('sitemap.xml', () => {
  it('lists the public pages and the day of each text', () => {
    const text = read('/sitemap.xml');
    const publicPaths = Object.values(routes).flatMap(({ path, access }) => (access === 'public' ? [path] : []));
    expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1])).toEqual(
      publicPaths.map((path) => origin + path),
    );
    expect(text.match(/<lastmod>\d{4}-\d{2}-\d{2}<\/lastmod>/g)).toHaveLength(publicPaths.length);
  });

  it('stays well-formed for any host name', () => {
    expect(read('/sitemap.xml', { PUBLIC_URL: 'http://a&b.example' })).toContain('<loc>http://a&amp;b.example/</loc>');
  });
});

describe('security.txt', () => {
  const path = '/.well-known/security.txt';

  it('names the contact of the install, or the page with the contact', () => {
    expect(valuesOf(read(path, { CONTACT_EMAIL: 'help@example.org' }), 'Contact')).toEqual(['mailto:help@example.org']);
    expect(valuesOf(read(path), 'Contact')).toEqual([`${origin}/privacy-policy`]);
  });

  it('states its own URL and the preferred language', () => {
    expect(valuesOf(read(path), 'Canonical')).toEqual([origin + path]);
    expect(valuesOf(read(path), 'Preferred-Languages')).toEqual(['en']);
  });

  it('never expires, however long the process runs', () => {
    const time = { now: new Date('2026-11-21T15:30:00Z') };
    const documents = siteDocuments(toPageSettings(parseEnv({})), { now: () => time.now });
    const expires = () => valuesOf(String(documents.get(path)?.body), 'Expires');
    expect(expires()).toEqual(['2027-10-17T00:00:00.000Z']);
    time.now = new Date('2028-11-21T15:30:00Z');
    expect(expires()).toEqual(['2029-10-17T00:00:00.000Z']);
  });
});

it('the installed app opens a screen of the app', () => {
  const manifest: unknown = JSON.parse(read('/site.webmanifest'));
  expect(manifest).toMatchObject({ name: 'Leadlight', display: 'standalone', scope: '/' });
  expect(appPaths).toContain(manifest && typeof manifest === 'object' && 'start_url' in manifest && manifest.start_url);
});
