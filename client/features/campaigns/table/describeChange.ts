import { formatInteger, formatPercent } from '#client/lib/format.ts';
import { formatMetric } from '#client/lib/formatMetric.ts';
import { adMetricFacts, shownAdMetric } from '#shared/campaigns.ts';
import type { AdMetricName, AdSums } from '#shared/campaigns.ts';

type Change = {
  /** `↑ €12.50 (4.2%)` */
  short: string;
  /** `↑ 4.2%`, or `↑ €12.50` after nothing. */
  brief: string;
  /** The change in words, with the earlier value. */
  long: string;
  /** Undefined if neither direction is an improvement. */
  isBetter: boolean | undefined;
};

/** The direction that is an improvement, for metrics that have one. */
const better: Readonly<Partial<Record<AdMetricName, 'more' | 'less'>>> = {
  impressions: 'more',
  clicks: 'more',
  ctr: 'more',
  cpc: 'less',
  cpm: 'less',
  conversions: 'more',
  costPerConversion: 'less',
  leads: 'more',
  collectedLeads: 'more',
  costPerLead: 'less',
  qualifiedLeads: 'more',
  costPerQualifiedLead: 'less',
  wonLeads: 'more',
  costPerWonLead: 'less',
  wonAmount: 'more',
};

/** Describes the change of a metric. Null if one of the values is missing. */
export const describeChange = (
  name: AdMetricName,
  sums: AdSums,
  compared: AdSums,
  currency: string | null,
): Change | null => {
  const metric = adMetricFacts[name];
  const value = shownAdMetric(sums, name);
  const before = shownAdMetric(compared, name);
  if (value === null || before === null) return null;
  const difference = value - before;
  const was = `${formatMetric(metric, before, currency)} before`;
  if (difference === 0)
    return { short: 'no change', brief: 'no change', long: `no change, ${was}`, isBetter: undefined };
  const amount =
    metric.kind === 'percent'
      ? `${Math.abs(difference).toFixed(2)} points`
      : formatMetric(metric, Math.abs(difference), currency);
  const percent = (Math.abs(difference) / before) * 100;
  const growth = before === 0 ? null : percent >= 100 ? `${formatInteger(percent)}%` : formatPercent(percent);
  const share = growth === null ? '' : ` (${growth})`;
  const isUp = difference > 0;
  const arrow = isUp ? '↑' : '↓';
  const improves = better[name];
  return {
    short: `${arrow} ${amount.replace(' points', ' pt')}${share}`,
    brief: `${arrow} ${growth ?? amount}`,
    long: `${isUp ? 'up' : 'down'} ${amount}${share}, ${was}`,
    isBetter: improves && isUp === (improves === 'more'),
  };
};
