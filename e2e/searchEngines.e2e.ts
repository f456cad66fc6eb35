import { resolve } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { cardImage } from '#client/seo/cardImage.ts';
import { defaultLanguage } from '#shared/languages.ts';
import { appPaths, routes } from '#shared/routes.ts';
import { parseEnv } from '#server/config/env.ts';
import { toPageSettings } from '#server/web/pages/pageSettings.ts';
import { loadBuiltRenderer } from '#server/web/pages/renderPage.ts';
import { expect, test } from './test.ts';

const publicPaths = Object.values(routes).flatMap(({ path, access }) => (access === 'public' ? [path] : []));

const readHtml = async (request: APIRequestContext, path: string, headers: Record<string, string> = {}) =>
  (await request.get(path, { headers })).text();

/** Reads the head of a page from its HTML: values by tag name. */
const readHead = async (page: Page, html: string): Promise<Record<string, string[]>> =>
  page.evaluate((text) => {
    const { head, documentElement } = new DOMParser().parseFromString(text, 'text/html');
    const said: Record<string, string[]> = { lang: [documentElement.lang] };
    const say = (name: string, value: string | null) => (said[name] ??= []).push(value ?? '');
    for (const element of head.querySelectorAll('title, meta, link, script[type]')) {
      const attribute = (name: string) => element.getAttribute(name);
      if (element instanceof HTMLMetaElement)
        say(
          [attribute('name') ?? attribute('property') ?? 'charset', attribute('media') ?? ''].join(' ').trim(),
          attribute('content'),
        );
      else if (element instanceof HTMLLinkElement)
        say([attribute('rel'), attribute('hreflang') ?? attribute('type') ?? ''].join(' ').trim(), attribute('href'));
      else say(attribute('type') ?? 'title', element.textContent);
    }
    return said;
  }, html);

/** All texts in a JSON value. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const readThings = (head: Record<string, string[]>): { '@type': string }[] => {
  const [text] = head['application/ld+json'] ?? [];
  const data: { '@context': string; '@graph': { '@type': string }[] } = JSON.parse(text ?? '');
  expect(data['@context']).toBe('https://schema.org');
  return data['@graph'];
};

const typesOf = (head: Record<string, string[]>): string[] => readThings(head).map((thing) => thing['@type']);

const sizeOfPng = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

const contentTypes: Record<string, string> = {
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  ico: 'image/x-icon',
  webmanifest: 'application/manifest+json; charset=utf-8',
};
const promisedType = (url: string): string =>
  contentTypes[new URL(url).pathname.split('.')[1] ?? ''] ?? 'text/html; charset=utf-8';

const readManifest = async (
  request: APIRequestContext,
): Promise<{ start_url: string; icons: { src: string; sizes: string; type: string }[] }> =>
  (await request.get('/site.webmanifest')).json();

const readSitemap = async (request: APIRequestContext): Promise<string[]> =>
  [...(await readHtml(request, '/sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1] ?? '');

test('each public page has the tags for search engines and link previews once', async ({ page, request, baseURL }) => {
  const titles = new Set<string>();
  for (const path of publicPaths) {
    // The sender chooses the host of a request, and the response is cached for everyone.
    const head = await readHead(page, await readHtml(request, path, { host: 'elsewhere.example' }));
    const url = `${baseURL}${path}`;
    const [title = ''] = head['title'] ?? [];
    const [description = ''] = head['description'] ?? [];
    expect(head).toMatchObject({
      lang: [defaultLanguage.tag],
      title: [expect.stringMatching(/^.{10,60}$/)],
      description: [expect.stringMatching(/^.{50,150}$/)],
      canonical: [url],
      'alternate en': [url],
      'alternate x-default': [url],
      'color-scheme': ['light dark'],
      'theme-color (prefers-color-scheme: light)': [expect.stringMatching(/^#/)],
      'theme-color (prefers-color-scheme: dark)': [expect.stringMatching(/^#/)],
      icon: ['/favicon.ico'],
      'icon image/svg+xml': ['/favicon.svg'],
      'apple-touch-icon': ['/apple-touch-icon.png'],
      manifest: ['/site.webmanifest'],
      'og:type': ['website'],
      'og:site_name': ['Leadlight'],
      'og:locale': ['en_US'],
      'og:title': [title],
      'og:description': [description],
      'og:url': [url],
      'og:image': [`${baseURL}/og-image.png`],
      'og:image:type': ['image/png'],
      'og:image:width': ['1200'],
      'og:image:height': ['630'],
      'og:image:alt': [`Leadlight: ${cardImage.sentence}`],
      'twitter:card': ['summary_large_image'],
      'application/ld+json': [expect.stringMatching(/^\{/)],
    });
    expect(head['robots']).toBeUndefined();
    titles.add(title);
    for (const text of textsIn(readThings(head)).filter((value) => value.startsWith('http')))
      expect(text).toMatch(new RegExp(`^(${baseURL}/|https://spdx\\.org/licenses/MIT\\.html$)`));
    expect([path, typesOf(head)]).toEqual([
      path,
      path === routes.landing.path
        ? ['Organization', 'WebSite', 'SoftwareApplication']
        : ['WebSite', 'WebPage', 'BreadcrumbList'],
    ]);
  }
  expect(titles.size).toBe(publicPaths.length);
});

test('a public install uses its own address in all URLs', async ({ page }) => {
  const origin = 'https://leads.example.org';
  const settings = toPageSettings(parseEnv({ PUBLIC_URL: origin }));
  const renderPage = await loadBuiltRenderer(resolve('dist/server/entry.mjs'), settings);
  for (const path of publicPaths) {
    const head = await readHead(page, (await renderPage(path)).html);
    expect([path, head['canonical'], head['og:url'], head['og:image']]).toEqual([
      path,
      [origin + path],
      [origin + path],
      [origin + cardImage.path],
    ]);
    expect(JSON.stringify(head)).not.toContain('localhost');
  }
});

test('every URL in heads, manifest and sitemap answers with the promised type', async ({ page, request, baseURL }) => {
  const head = await readHead(page, await readHtml(request, '/'));
  const named = ['icon', 'icon image/svg+xml', 'apple-touch-icon', 'manifest', 'og:image', 'canonical'];
  const manifest = await readManifest(request);
  const sitemap = await readSitemap(request);
  expect(sitemap).toEqual(publicPaths.map((path) => `${baseURL}${path}`));

  const addresses = new Set([
    ...named.flatMap((name) => head[name] ?? []),
    ...textsIn(readThings(head)).filter((text) => text.startsWith(`${baseURL}`)),
    manifest.start_url,
    ...manifest.icons.map((icon) => icon.src),
    ...sitemap,
  ]);
  for (const address of addresses) {
    const url = new URL(address, baseURL).href;
    const answer = await request.get(url, { maxRedirects: 0 });
    expect([url, answer.status(), answer.headers()['content-type']]).toEqual([url, 200, promisedType(url)]);
  }

  for (const { src, sizes } of manifest.icons) {
    const { width, height } = sizeOfPng(await (await request.get(src)).body());
    expect([src, `${width}x${height}`]).toEqual([src, sizes]);
  }
  const card = await (await request.get(cardImage.path)).body();
  expect(sizeOfPng(card)).toEqual({ width: cardImage.width, height: cardImage.height });
  expect(card.length).toBeLessThan(300_000);
});

test('only public pages allow search engines', async ({ page, request }) => {
  for (const path of [...publicPaths, ...appPaths, '/no-such-page']) {
    const answer = await request.get(path);
    const head = await readHead(page, await answer.text());
    const isPublic = publicPaths.some((known) => known === path);
    expect([path, head['robots'], answer.headers()['x-robots-tag']]).toEqual(
      isPublic ? [path, undefined, undefined] : [path, ['noindex'], 'noindex'],
    );
    expect([path, head['canonical']?.length ?? 0]).toEqual([path, isPublic ? 1 : 0]);
  }
  const moved = await request.get('/privacy-policy/', { maxRedirects: 0 });
  expect([moved.status(), moved.headers()['location']]).toEqual([301, '/privacy-policy']);

  const robots = await request.get('/robots.txt');
  expect(robots.headers()['content-type']).toBe('text/plain; charset=utf-8');
  expect(await robots.text()).toMatch(/^User-agent: \*\n[^]*Disallow: \/overview\n[^]*Sitemap: http/);
  expect(await readHtml(request, '/.well-known/security.txt')).toMatch(/^Contact: .+\nExpires: 20\d\d-/);
});

test('the browser accepts the manifest and the structured data, and the theme color matches the header', async ({
  page,
  context,
}) => {
  const devTools = await context.newCDPSession(page);
  for (const path of publicPaths) {
    await page.goto(path);
    const manifest = await devTools.send('Page.getAppManifest');
    expect([path, manifest.errors, manifest.data?.includes('Leadlight')]).toEqual([path, [], true]);
    // Test windows are private, and nothing else prevents the installation.
    const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  }
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(cardImage.sentence);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const colors = await page.evaluate((scheme) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      const header = document.querySelector('header');
      if (!canvas || !header) throw new Error('The page has no header');
      canvas.fillStyle = getComputedStyle(header).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      const meta = document.querySelector(`meta[name=theme-color][media*=${scheme}]`);
      const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('');
      return { header: `#${hex}`, bars: meta?.getAttribute('content') };
    }, colorScheme);
    expect(colors.bars).toBe(colors.header);
  }
});
