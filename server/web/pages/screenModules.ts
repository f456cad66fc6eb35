import { byPlatform } from '#shared/platforms.ts';
import type { routes } from '#shared/routes.ts';

type RouteTable = typeof routes;
type AppRoute = {
  [Name in keyof RouteTable]: RouteTable[Name]['access'] extends 'public' ? never : Name;
}[keyof RouteTable];

/** The module of each screen, as imported by `client/app/screens.ts`. */
export const screenModules: Record<AppRoute, string> = {
  signIn: 'client/features/users/SignInScreen.tsx',
  register: 'client/features/users/RegisterScreen.tsx',
  forgotPassword: 'client/features/users/ForgotPasswordScreen.tsx',
  resetPassword: 'client/features/users/ResetPasswordScreen.tsx',
  invitation: 'client/app/screens/InvitationScreen.tsx',
  overview: 'client/app/screens/OverviewScreen.tsx',
  ...byPlatform(() => 'client/features/connections/grant/ConnectScreen.tsx'),
  preview: 'client/app/screens/PreviewScreen.tsx',
  campaigns: 'client/app/screens/CampaignsScreen.tsx',
  oldLeads: 'client/app/screens/FacebookLeadsScreen.tsx',
  leads: 'client/app/screens/LeadsScreen.tsx',
  customLeads: 'client/app/screens/CustomLeadsScreen.tsx',
  googleSheets: 'client/features/sheetSyncs/SheetSyncsScreen.tsx',
  aiInsights: 'client/app/screens/AiInsightsScreen.tsx',
  settings: 'client/app/screens/SettingsScreen.tsx',
};
