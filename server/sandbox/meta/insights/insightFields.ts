/** Insight fields that the sandbox supports. */
export const insightFields = [
  'account_id',
  'account_name',
  'account_currency',
  'campaign_id',
  'campaign_name',
  'adset_id',
  'adset_name',
  'ad_id',
  'ad_name',
  'impressions',
  'clicks',
  'spend',
  'inline_link_clicks',
  'actions',
  'ctr',
  'cpc',
  'cpm',
  'date_start',
  'date_stop',
] as const;

export type InsightField = (typeof insightFields)[number];

export const isInsightField = (name: string): name is InsightField => insightFields.some((field) => field === name);
