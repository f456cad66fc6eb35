import { defaultLanguage, languages } from '#shared/languages.ts';
import { textDates } from '#shared/publicPages.ts';
import { aliases, routes } from '#shared/routes.ts';
import type { SiteInfo } from '#shared/siteInfo.ts';
import { themeColors } from '#shared/themeColors.ts';
import { systemClock } from '#server/lib/clock.ts';
import type { Clock } from '#server/lib/clock.ts';
import { escapeHtml } from '#server/lib/http/escapeHtml.ts';
import type { PageSettings } from '#shared/pageSettings.ts';

/** A document for programs. `body` may change while the process runs: read it for each answer. */
export type SiteDocument = {
  readonly contentType: string;
  readonly body: string | Buffer;
  readonly cacheControl: string;
};

const plainText = 'text/plain; charset=utf-8';
const anHour = 'public, max-age=3600';
const dayMs = 24 * 60 * 60 * 1000;
/** RFC 9116 recommends less than a year. */
const securityTextDays = 330;
const securityTextPath = '/.well-known/security.txt';

const userPaths = new Set<string>(
  Object.values(routes)
    .filter((route) => route.access === 'user')
    .map((route) => route.path),
);
const aliasesOfUserPaths = Object.entries(aliases)
  .filter(([, target]) => userPaths.has(target))
  .map(([alias]) => alias);

/**
 * Excludes pages behind the sign-in, which no public page links to. The forms before the sign-in are allowed on
 * purpose: public pages link to them, and a crawler has to load them to see their `noindex`; otherwise it would list
 * the bare URL. Scripts, styles and images stay open for rendering crawlers.
 */
const robotsText = ({ origin }: SiteInfo): string =>
  [
    'User-agent: *',
    ...['/api/', '/auth/', '/webhooks/', '/socket.io/', ...userPaths, ...aliasesOfUserPaths].map(
      (path) => `Disallow: ${path}`,
    ),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');

const sitemap = ({ origin }: SiteInfo): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...languages.flatMap(({ prefix }) =>
      Object.entries(textDates).map(
        ([path, day]) => `  <url><loc>${escapeHtml(origin + prefix + path)}</loc><lastmod>${day}</lastmod></url>`,
      ),
    ),
    '</urlset>',
    '',
  ].join('\n');

/** Security contact (RFC 9116): the operator, because the software's authors do not know the install. */
const securityText = ({ origin, contactEmail }: SiteInfo, now: Date): string => {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const expires = new Date(today + securityTextDays * dayMs).toISOString();
  return [
    `Contact: ${contactEmail === null ? origin + routes.privacyPolicy.path : `mailto:${contactEmail}`}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${languages.map(({ tag }) => tag).join(', ')}`,
    `Canonical: ${origin}${securityTextPath}`,
    '',
  ].join('\n');
};

/** For the home screen. A visitor without a session is redirected to the sign-in. */
const webManifest = JSON.stringify({
  id: routes.overview.path,
  name: 'Leadlight',
  short_name: 'Leadlight',
  description: 'Ad campaigns and leads from Google, Facebook and TikTok in one calm place.',
  lang: defaultLanguage.tag,
  start_url: routes.overview.path,
  scope: '/',
  display: 'standalone',
  theme_color: themeColors.surface.light,
  background_color: themeColors.background,
  categories: ['business', 'productivity'],
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
});

/** Documents at fixed paths for search engines, browsers and security researchers. */
export const siteDocuments = ({ site }: PageSettings, clock: Clock = systemClock): ReadonlyMap<string, SiteDocument> =>
  new Map<string, SiteDocument>([
    ['/robots.txt', { contentType: plainText, body: robotsText(site), cacheControl: anHour }],
    ['/sitemap.xml', { contentType: 'application/xml; charset=utf-8', body: sitemap(site), cacheControl: anHour }],
    [
      '/site.webmanifest',
      { contentType: 'application/manifest+json; charset=utf-8', body: webManifest, cacheControl: anHour },
    ],
    [
      securityTextPath,
      {
        contentType: plainText,
        cacheControl: anHour,
        // The expiry date moves with the calendar, so that it stays valid in a process that runs for a year.
        get body() {
          return securityText(site, clock.now());
        },
      },
    ],
  ]);
