import type { AdStatus } from '#shared/campaigns.ts';

/** TikTok: an open list of about a hundred values, each with its level in front. The first rule that fits counts. */
const rules: readonly (readonly [RegExp, AdStatus])[] = [
  [/^(CAMPAIGN_|ADGROUP_)?DELETE$/, 'deleted'],
  [/^((CAMPAIGN|ADGROUP)_)?DISABLE$|^FROZEN$/, 'paused'],
  [/^(DELIVERY_OK|ENABLE|PARTIAL_AUDIT_DELIVERY_OK|REVIEW_PARTIALLY_APPROVED)$/, 'delivering'],
  [/AUDIT_DENY$|^REVIEW_DISAPPROVED$|^INDUSTRY_QUALIFICATION_DENY$/, 'refused'],
  [/AUDIT$/, 'in-review'],
  [/EXCEED$/, 'out-of-budget'],
  [/^(TIME_)?DONE$/, 'ended'],
];

/** @param operation `ENABLE`, `DISABLE` or `FROZEN`: what the advertiser has set */
export const toStatus = (secondary: string | null | undefined, operation: string | null | undefined): AdStatus => {
  const words = (secondary || operation || '').replace(/^(CAMPAIGN|ADGROUP|AD)_STATUS_/, '');
  return rules.find(([pattern]) => pattern.test(words))?.[1] ?? 'other';
};
