import * as z from 'zod/mini';

/** From top to bottom. Google's and TikTok's ad groups are ad sets. */
export const adLevels = ['campaign', 'adset', 'ad'] as const;
export type AdLevel = (typeof adLevels)[number];

export const adLevelNames: Readonly<Record<AdLevel, string>> = { campaign: 'Campaign', adset: 'Ad set', ad: 'Ad' };

/** The level of an object's children. Undefined for ads. */
export const childLevel = (level: AdLevel): AdLevel | undefined => adLevels[adLevels.indexOf(level) + 1];

/** The meaning of platform statuses for a person. */
export const adStatuses = [
  'delivering',
  'learning',
  'paused',
  'in-review',
  'refused',
  'out-of-budget',
  'ended',
  'deleted',
  'other',
] as const;
export type AdStatus = (typeof adStatuses)[number];

export const adStatusNames: Readonly<Record<AdStatus, string>> = {
  delivering: 'Delivering',
  learning: 'Learning',
  paused: 'Paused',
  'in-review': 'In review',
  refused: 'Rejected',
  'out-of-budget': 'Out of budget',
  ended: 'Ended',
  deleted: 'Deleted',
  other: 'Other',
};

/** Changes of an object that are stored with their day. */
export const adChangeKinds = ['budget', 'status'] as const;

/** `lifetime`: for the whole run. */
export const adBudgetKinds = ['daily', 'lifetime'] as const;
export type AdBudgetKind = (typeof adBudgetKinds)[number];

/** Metrics that are summed. Other metrics are computed from these sums. */
export const adSumNames = [
  'spend',
  'impressions',
  'clicks',
  'conversions',
  'leads',
  'collectedLeads',
  'qualifiedLeads',
  'wonLeads',
  'wonAmount',
  'otherWonLeads',
] as const;
export type AdSumName = (typeof adSumNames)[number];

/**
 * Sums of a range. `leads` are conversions that the platform counts as leads; `collectedLeads` are leads stored by
 * Leadlight, from forms and imports. The others count collected leads by their current status.
 */
export const adSums = z.object({
  /** Units of the currency. */
  spend: z.number(),
  impressions: z.number(),
  clicks: z.number(),
  conversions: z.number(),
  leads: z.number(),
  collectedLeads: z.number(),
  /** Collected leads whose status means qualified or won. */
  qualifiedLeads: z.number(),
  /** Collected leads whose status means won. */
  wonLeads: z.number(),
  /** Values of won leads in the currency of the ad account. */
  wonAmount: z.number(),
  /** Won leads with values in other currencies, which no sum includes. */
  otherWonLeads: z.number(),
});
export type AdSums = z.infer<typeof adSums>;

export const adRatioNames = [
  'ctr',
  'cpc',
  'cpm',
  'costPerConversion',
  'costPerLead',
  'costPerQualifiedLead',
  'costPerWonLead',
] as const;
export type AdRatioName = (typeof adRatioNames)[number];

/** Ratios of two sums: `CTR` as a share (0.0118 is 1.18 %), costs in units of the currency, `CPM` for a thousand. */
const ratios: Readonly<Record<AdRatioName, readonly [part: AdSumName, whole: AdSumName, of?: number]>> = {
  ctr: ['clicks', 'impressions'],
  cpc: ['spend', 'clicks'],
  cpm: ['spend', 'impressions', 1000],
  costPerConversion: ['spend', 'conversions'],
  costPerLead: ['spend', 'collectedLeads'],
  costPerQualifiedLead: ['spend', 'qualifiedLeads'],
  costPerWonLead: ['spend', 'wonLeads'],
};

export type AdMetricName = AdSumName | AdRatioName;
export const adMetricNames = [...adSumNames, ...adRatioNames] as const;

/** `count` may have decimals: platforms share a conversion between ads. */
export const adMetricFacts: Readonly<Record<AdMetricName, { label: string; kind: 'count' | 'money' | 'percent' }>> = {
  spend: { label: 'Spend', kind: 'money' },
  impressions: { label: 'Impressions', kind: 'count' },
  clicks: { label: 'Clicks', kind: 'count' },
  ctr: { label: 'CTR', kind: 'percent' },
  cpc: { label: 'CPC', kind: 'money' },
  cpm: { label: 'CPM', kind: 'money' },
  conversions: { label: 'Conversions', kind: 'count' },
  costPerConversion: { label: 'Cost per conversion', kind: 'money' },
  leads: { label: 'Lead conversions', kind: 'count' },
  collectedLeads: { label: 'Leads', kind: 'count' },
  costPerLead: { label: 'Cost per lead', kind: 'money' },
  qualifiedLeads: { label: 'Qualified leads', kind: 'count' },
  costPerQualifiedLead: { label: 'Cost per qualified lead', kind: 'money' },
  wonLeads: { label: 'Won leads', kind: 'count' },
  costPerWonLead: { label: 'Cost per won lead', kind: 'money' },
  wonAmount: { label: 'Won amount', kind: 'money' },
  otherWonLeads: { label: 'Won in other currencies', kind: 'count' },
};

export const isAdMetricName = (name: string): name is AdMetricName => adMetricNames.some((known) => known === name);

const isRatio = (name: AdMetricName): name is AdRatioName => (adRatioNames as readonly string[]).includes(name);

/** The sum of a metric, or both sums of a ratio. */
export const sumsOfMetric = (name: AdMetricName): readonly [AdSumName, AdSumName?] => {
  if (!isRatio(name)) return [name];
  const [part, whole] = ratios[name];
  return [part, whole];
};

/** Computes a metric from sums; null for a ratio to zero. A share is 0.0118 for 1.18 %. */
export const adMetric = (sums: AdSums, name: AdMetricName): number | null => {
  if (!isRatio(name)) return sums[name];
  const [part, whole, of = 1] = ratios[name];
  return sums[whole] === 0 ? null : (of * sums[part]) / sums[whole];
};

/** Costs whose divisor counts leads in Leadlight. */
const leadCosts: readonly AdMetricName[] = ['costPerLead', 'costPerQualifiedLead', 'costPerWonLead'];
export const isLeadCost = (name: AdMetricName): boolean => leadCosts.includes(name);

/** Like `adMetric`, but as shown to people: 1.18 for 1.18 %. */
export const shownAdMetric = (sums: AdSums, name: AdMetricName): number | null => {
  const value = adMetric(sums, name);
  return value === null || adMetricFacts[name].kind !== 'percent' ? value : value * 100;
};

/** The name of a row with metrics that no object of its level has. */
export const restName = 'Not broken down';

/** Comparison ranges. `weekdays`: the same weekdays directly before; `year`: the same dates a year before. */
export const comparisons = ['previous', 'weekdays', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

/** Columns by which rows can be sorted. */
export const campaignSortKeys = [
  'name',
  'status',
  'budget',
  'platform',
  'account',
  ...adSumNames,
  ...adRatioNames,
] as const;
export type CampaignSortKey = (typeof campaignSortKeys)[number];

/** Columns that a person can choose. The name always comes first; `trend` is a chart. */
export const campaignColumnIds = ['platform', 'account', 'status', 'budget', 'trend', ...adMetricNames] as const;
export type CampaignColumnId = (typeof campaignColumnIds)[number];
