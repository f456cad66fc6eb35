import type { PlatformFacts } from './PlatformFacts.ts';

export const google = {
  name: 'Google',
  company: 'Google',
  nameInFailures: 'Google',
  accounts: 'Google Ads customers that can be queried',
  adSetName: 'Ad group',
  leadObjectives: [],
  accountName: 'descriptiveName',
  path: '/google',
  connected: 'google_connected',
  startExport: 'google_export_Sheet',
  exportComplete: 'google_export_complete',
  exportNamesAccounts: false,
  adManagerUrl: ({ accountId, campaignId }) =>
    `https://ads.google.com/aw/campaigns?campaignId=${encodeURIComponent(campaignId)}&__e=${encodeURIComponent(accountId)}`,
} as const satisfies PlatformFacts;
