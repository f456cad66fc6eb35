import { adMetric, adMetricNames } from '#shared/campaigns.ts';
import type { AdMetricName, AdSums } from '#shared/campaigns.ts';

export type Metric = {
  label: string;
  kind: 'count' | 'money' | 'percent';
  /** Which direction is an improvement. Missing if neither is. */
  better?: 'more' | 'less';
};

export const metrics: Readonly<Record<AdMetricName, Metric>> = {
  spend: { label: 'Spend', kind: 'money' },
  impressions: { label: 'Impressions', kind: 'count', better: 'more' },
  clicks: { label: 'Clicks', kind: 'count', better: 'more' },
  ctr: { label: 'CTR', kind: 'percent', better: 'more' },
  cpc: { label: 'CPC', kind: 'money', better: 'less' },
  cpm: { label: 'CPM', kind: 'money', better: 'less' },
  conversions: { label: 'Conversions', kind: 'count', better: 'more' },
  costPerConversion: { label: 'Cost per conversion', kind: 'money', better: 'less' },
  leads: { label: 'Platform leads', kind: 'count', better: 'more' },
  collectedLeads: { label: 'Collected leads', kind: 'count', better: 'more' },
  costPerLead: { label: 'Cost per lead', kind: 'money', better: 'less' },
};

export const isMetricName = (name: string): name is AdMetricName => adMetricNames.some((known) => known === name);

/** Percentages are 1.18 for 1.18 %, as `formatMetric` takes them. */
export const valueOf = (sums: AdSums, name: AdMetricName): number | null => {
  const value = adMetric(sums, name);
  return value === null || metrics[name].kind !== 'percent' ? value : value * 100;
};
