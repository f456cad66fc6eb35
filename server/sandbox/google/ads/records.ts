import type { AdsAccount } from './accounts.ts';
import type { Ad, Metrics } from './ads.ts';

export type AdsValue = string | number | boolean | readonly { text: string }[];

/** One row by field name, e.g. `metrics.cost_micros`. */
export type AdsRecord = Record<string, AdsValue>;

export const campaignRecord = (account: AdsAccount, campaign: Ad['campaign']): AdsRecord => ({
  'campaign.resource_name': `customers/${account.id}/campaigns/${campaign.id}`,
  'campaign.id': campaign.id,
  'campaign.name': campaign.name,
  'campaign.status': campaign.status,
  'campaign.advertising_channel_type': campaign.channelType,
});

export const adGroupRecord = (account: AdsAccount, group: NonNullable<Ad['adGroup']>): AdsRecord => ({
  'ad_group.resource_name': `customers/${account.id}/adGroups/${group.id}`,
  'ad_group.id': group.id,
  'ad_group.name': group.name,
  'ad_group.status': group.status,
});

export const metricsRecord = (metrics: Metrics): AdsRecord => ({
  'metrics.impressions': metrics.impressions,
  'metrics.clicks': metrics.clicks,
  'metrics.cost_micros': metrics.costMicros,
  'metrics.conversions': metrics.conversions,
});
