import { byPlatform, platformFacts } from './platforms.ts';
import type { PlatformId } from './platforms.ts';

type ConnectScreens = {
  readonly [P in PlatformId]: { readonly path: (typeof platformFacts)[P]['path']; readonly access: 'user' };
};
/** Where each platform is connected. */
const connectScreens = byPlatform((platform) => ({
  path: platformFacts[platform].path,
  access: 'user',
})) as ConnectScreens;

/**
 * The screens of the product. `public` pages are rendered on the server. All others get the app shell: `guest` routes
 * require no session, `user` routes require a session, and `any` routes allow both.
 */
export const routes = {
  landing: { path: '/', access: 'public' },
  privacyPolicy: { path: '/privacy-policy', access: 'public' },
  termsOfService: { path: '/terms-of-service', access: 'public' },
  signIn: { path: '/sign-in', access: 'guest' },
  register: { path: '/register', access: 'guest' },
  forgotPassword: { path: '/forgot-password', access: 'guest' },
  resetPassword: { path: '/reset-password', access: 'guest' },
  invitation: { path: '/invitation', access: 'any' },
  overview: { path: '/overview', access: 'user' },
  ...connectScreens,
  preview: { path: '/preview', access: 'user' },
  campaigns: { path: '/campaigns', access: 'user' },
  oldLeads: { path: '/old_leads', access: 'user' },
  leads: { path: '/leads', access: 'user' },
  customLeads: { path: '/custom-leads', access: 'user' },
  googleSheets: { path: '/google-sheets', access: 'user' },
  aiInsights: { path: '/ai-insights', access: 'user' },
  settings: { path: '/settings', access: 'user' },
} as const satisfies Record<string, { path: string; access: 'public' | 'guest' | 'user' | 'any' }>;

/** URLs that redirect to a screen and replace the history entry. */
export const aliases = {
  '/login': routes.signIn.path,
  '/dashboard': routes.overview.path,
} as const;

/** Paths for which the public server returns the app shell. */
export const appPaths: readonly string[] = [
  ...Object.values(routes)
    .filter((route) => route.access !== 'public')
    .map((route) => route.path),
  ...Object.keys(aliases),
];

/** The page that shows the kit components. Only the development server serves it. */
export const kitPath = '/dev/kit';
