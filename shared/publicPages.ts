import { routes } from './routes.ts';

type Route = (typeof routes)[keyof typeof routes];
export type PublicPath = Extract<Route, { access: 'public' }>['path'];

/**
 * The pages for everybody, with the day (ISO) on which what they say was last changed: people read it on the legal
 * pages, search engines in the sitemap. A change of a text sets its day.
 */
export const textDates: Readonly<Record<PublicPath, string>> = {
  [routes.landing.path]: '2026-11-21',
  [routes.privacyPolicy.path]: '2026-11-25',
  [routes.termsOfService.path]: '2026-11-23',
};
