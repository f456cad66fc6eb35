import type { PlatformFacts } from './PlatformFacts.ts';

export const tiktok = {
  name: 'TikTok',
  company: 'TikTok',
  nameInFailures: 'Tiktok',
  accounts: 'TikTok advertisers',
  adSetName: 'Ad group',
  // `objective_type`.
  leadObjectives: ['LEAD_GENERATION'],
  accountName: 'name',
  path: '/tiktok',
  connected: 'tiktok_connected',
  startExport: 'tiktok_export_Sheet',
  exportComplete: 'tiktok_export_complete',
  exportNamesAccounts: false,
  adManagerUrl: ({ accountId }) => `https://ads.tiktok.com/i18n/perf/campaign?aadvid=${encodeURIComponent(accountId)}`,
  leads: { path: '/leads/tiktok', webhook: '/webhooks/tiktok' },
} as const satisfies PlatformFacts;
