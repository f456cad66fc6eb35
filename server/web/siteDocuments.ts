import { defaultLanguage, languages } from '#shared/languages.ts';
import { textDates } from '#shared/publicPages.ts';
import { aliases, routes } from '#shared/routes.ts';
import type { SiteInfo } from '#shared/siteInfo.ts';
import { themeColors } from '#shared/themeColors.ts';
import { systemClock } from '#server/lib/clock.ts';
import type { Clock } from '#server/lib/clock.ts';
import { escapeHtml } from '#server/lib/http/escapeHtml.ts';
import type { PageSettings } from '#shared/pageSettings.ts';

/** A document for programs. `body` may change while the process runs: ask for it at each answer. */
export type SiteDocument = {
  readonly contentType: string;
  readonly body: string | Buffer;
  readonly cacheControl: string;
};

const plainText = 'text/plain; charset=utf-8';
const anHour = 'public, max-age=3600';
const dayMs = 24 * 60 * 60 * 1000;
/** RFC 9116 wants less than a year. */
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
 * What stands behind the sign-in is not worth a crawler's visit, and no public page leads there. The forms before it are
 * not excluded, on purpose: public pages lead to them, and only a crawler that may load them sees their `noindex`; one
 * that may not would list the bare address. Scripts, styles and images stay open, for crawlers that render.
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

/** Whom to tell about a security hole (RFC 9116). It is the operator: who wrote the software does not know the install. */
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

/** For those who put Leadlight on their home screen; who has no session is led from there to the sign-in. */
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

/** The documents that search engines, browsers and researchers look for at fixed paths. */
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
        // Its last day moves on with the calendar, so that it never runs out in a process that runs for a year.
        get body() {
          return securityText(site, clock.now());
        },
      },
    ],
  ]);
