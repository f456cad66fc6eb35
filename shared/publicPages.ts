import { routes } from './routes.ts';

type Route = (typeof routes)[keyof typeof routes];
export type PublicPath = Extract<Route, { access: 'public' }>['path'];

/**
 * The public pages, each with the ISO day of its last text change. Legal pages and the sitemap show the day. Update it
 * with every text change.
 */
export const textDates: Readonly<Record<PublicPath, string>> = {
  [routes.landing.path]: '2026-11-21',
  [routes.privacyPolicy.path]: '2026-11-25',
  [routes.termsOfService.path]: '2026-11-23',
};
