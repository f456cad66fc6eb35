import type { PlatformFacts } from './PlatformFacts.ts';

export const facebook = {
  name: 'Facebook',
  company: 'Meta',
  nameInFailures: 'Facebook',
  accounts: 'Facebook ad accounts',
  adSetName: 'Ad set',
  accountName: 'name',
  path: '/facebook',
  connected: 'facebook_connected',
  startExport: 'fb_export_Sheet',
  exportComplete: 'fb_export_complete',
  exportNamesAccounts: true,
  leads: { path: '/leads/meta', webhook: '/webhooks/meta' },
} as const satisfies PlatformFacts;
