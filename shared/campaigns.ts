import * as z from 'zod/mini';

/** From top to bottom. Google's and TikTok's ad groups are ad sets. */
export const adLevels = ['campaign', 'adset', 'ad'] as const;
export type AdLevel = (typeof adLevels)[number];

/** What the statuses of the platforms mean for a person. */
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

/** `lifetime`: for the whole run. */
export const adBudgetKinds = ['daily', 'lifetime'] as const;
export type AdBudgetKind = (typeof adBudgetKinds)[number];

/** What is added up. Everything else is computed from these sums. */
export const adSumNames = ['spend', 'impressions', 'clicks', 'conversions', 'leads', 'collectedLeads'] as const;
export type AdSumName = (typeof adSumNames)[number];

/** Sums of a range. `leads` are those the platform counts, `collectedLeads` those that Leadlight has stored. */
export const adSums = z.object({
  /** Units of the currency. */
  spend: z.number(),
  impressions: z.number(),
  clicks: z.number(),
  conversions: z.number(),
  leads: z.number(),
  collectedLeads: z.number(),
});
export type AdSums = z.infer<typeof adSums>;

/** Ratios of sums: `CTR` as a share (0.0118 is 1.18 %), costs in units of the currency. */
const ratios = {
  ctr: ({ clicks, impressions }: AdSums) => [clicks, impressions],
  cpc: ({ spend, clicks }: AdSums) => [spend, clicks],
  cpm: ({ spend, impressions }: AdSums) => [1000 * spend, impressions],
  costPerConversion: ({ spend, conversions }: AdSums) => [spend, conversions],
  costPerLead: ({ spend, collectedLeads }: AdSums) => [spend, collectedLeads],
} as const;

export const adRatioNames = ['ctr', 'cpc', 'cpm', 'costPerConversion', 'costPerLead'] as const;
export type AdRatioName = (typeof adRatioNames)[number];
export type AdMetricName = AdSumName | AdRatioName;
export const adMetricNames: readonly AdMetricName[] = [...adSumNames, ...adRatioNames];

const isRatio = (name: AdMetricName): name is AdRatioName => (adRatioNames as readonly string[]).includes(name);

/** A metric of these sums; null for a ratio to zero. */
export const adMetric = (sums: AdSums, name: AdMetricName): number | null => {
  if (!isRatio(name)) return sums[name];
  const [part = 0, whole = 0] = ratios[name](sums);
  return whole === 0 ? null : part / whole;
};

/** Ranges to compare with. `weekdays`: the same weekdays directly before; `year`: the same dates a year before. */
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
