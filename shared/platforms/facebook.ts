import type { PlatformFacts } from './PlatformFacts.ts';
import { stripActPrefix } from './stripActPrefix.ts';

export const facebook = {
  name: 'Facebook',
  company: 'Meta',
  nameInFailures: 'Facebook',
  accounts: 'Facebook ad accounts',
  adSetName: 'Ad set',
  // `objective`: new and old campaigns.
  leadObjectives: ['OUTCOME_LEADS', 'LEAD_GENERATION'],
  accountName: 'name',
  path: '/facebook',
  connected: 'facebook_connected',
  startExport: 'fb_export_Sheet',
  exportComplete: 'fb_export_complete',
  exportNamesAccounts: true,
  adManagerUrl: ({ level, id, accountId }) =>
    `https://adsmanager.facebook.com/adsmanager/manage/${level}s?act=${encodeURIComponent(
      stripActPrefix(accountId),
    )}&selected_${level}_ids=${encodeURIComponent(id)}`,
  leads: { path: '/leads/meta', webhook: '/webhooks/meta' },
} as const satisfies PlatformFacts;
