import type { ComponentType } from 'react';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { byPlatform } from '#shared/platforms.ts';
import type { routes } from '#shared/routes.ts';

type RouteTable = typeof routes;
/** Names of the app's routes, by access. */
export type ScreenName<Access extends 'guest' | 'user' | 'any'> = {
  [Name in keyof RouteTable]: RouteTable[Name]['access'] extends Access ? Name : never;
}[keyof RouteTable];

export const UserShell = lazyScreen(async () => (await import('./UserShell.tsx')).UserShell);

/** Each screen is a separate chunk, loaded on navigation. */
export const guestScreens: Record<ScreenName<'guest'>, ComponentType> = {
  signIn: lazyScreen(async () => (await import('#client/features/users/SignInScreen.tsx')).SignInScreen),
  register: lazyScreen(async () => (await import('#client/features/users/RegisterScreen.tsx')).RegisterScreen),
  forgotPassword: lazyScreen(
    async () => (await import('#client/features/users/ForgotPasswordScreen.tsx')).ForgotPasswordScreen,
  ),
  resetPassword: lazyScreen(
    async () => (await import('#client/features/users/ResetPasswordScreen.tsx')).ResetPasswordScreen,
  ),
};

export const openScreens: Record<ScreenName<'any'>, ComponentType> = {
  invitation: lazyScreen(async () => (await import('./screens/InvitationScreen.tsx')).InvitationScreen),
};

export const userScreens: Record<ScreenName<'user'>, ComponentType> = {
  overview: lazyScreen(async () => (await import('./screens/OverviewScreen.tsx')).OverviewScreen),
  ...byPlatform((platform) =>
    lazyScreen(
      async () => (await import('#client/features/connections/grant/ConnectScreen.tsx')).connectScreens[platform],
    ),
  ),
  preview: lazyScreen(async () => (await import('./screens/PreviewScreen.tsx')).PreviewScreen),
  campaigns: lazyScreen(async () => (await import('./screens/CampaignsScreen.tsx')).CampaignsScreen),
  leads: lazyScreen(async () => (await import('./screens/LeadsScreen.tsx')).LeadsScreen),
  oldLeads: lazyScreen(async () => (await import('./screens/FacebookLeadsScreen.tsx')).MetaLeadsScreen),
  customLeads: lazyScreen(async () => (await import('./screens/CustomLeadsScreen.tsx')).CustomLeadsScreen),
  googleSheets: lazyScreen(
    async () => (await import('#client/features/sheetSyncs/SheetSyncsScreen.tsx')).SheetSyncsScreen,
  ),
  aiInsights: lazyScreen(async () => (await import('./screens/AiInsightsScreen.tsx')).AiInsightsScreen),
  settings: lazyScreen(async () => (await import('./screens/SettingsScreen.tsx')).SettingsScreen),
};
