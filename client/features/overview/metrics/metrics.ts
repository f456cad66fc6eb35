import type { Overview, OverviewTotals } from '#shared/contracts/overview.ts';
import { earliestReadDay, utcDay } from '#shared/lib/dateRange.ts';

/** The inputs of every metric on the screen. */
export type BaseMetrics = { impressions: number; clicks: number; conversions: number; spend: number };

type MetricShape = {
  id: string;
  label: string;
  kind: 'count' | 'money' | 'percent';
  base: keyof BaseMetrics;
  /** For a ratio: the divisor. */
  per?: keyof BaseMetrics;
  /** The direction of an improvement. Missing if neither direction is better. */
  better?: 'more' | 'less';
};

/** In the order of the tiles. */
export const metrics = [
  { id: 'spend', label: 'Spend', kind: 'money', base: 'spend' },
  { id: 'conversions', label: 'Conversions', kind: 'count', base: 'conversions', better: 'more' },
  {
    id: 'costPerConversion',
    label: 'Cost per conversion',
    kind: 'money',
    base: 'spend',
    per: 'conversions',
    better: 'less',
  },
  { id: 'clicks', label: 'Clicks', kind: 'count', base: 'clicks', better: 'more' },
  { id: 'impressions', label: 'Impressions', kind: 'count', base: 'impressions', better: 'more' },
  { id: 'ctr', label: 'CTR', kind: 'percent', base: 'clicks', per: 'impressions', better: 'more' },
] as const satisfies readonly MetricShape[];

export type Metric = MetricShape & { id: (typeof metrics)[number]['id'] };
export type MetricId = Metric['id'];

export type Currency = string | null;

/** The value of a metric. Null for a ratio without a divisor. */
export const valueOf = ({ kind, base, per }: Metric, values: BaseMetrics): number | null => {
  if (per === undefined) return values[base];
  if (values[per] === 0) return null;
  return (values[base] / values[per]) * (kind === 'percent' ? 100 : 1);
};

/** The totals as base metrics. Spend and its conversions are in one currency. */
export const baseMetricsOf = (
  { impressions, clicks, conversions, spend }: OverviewTotals,
  metric: Metric,
  currency: Currency,
): BaseMetrics => {
  const paid = spend.find((entry) => entry.currency === currency);
  return metric.kind === 'money'
    ? { impressions, clicks, conversions: paid?.conversions ?? 0, spend: paid?.amount ?? 0 }
    : { impressions, clicks, conversions, spend: 0 };
};

/**
 * Whether there is a previous period to compare with. The server never reads older days, so their zeros mean nothing.
 */
export const hasBefore = ({ previousRange }: Overview): boolean =>
  previousRange.since >= earliestReadDay(utcDay(new Date()));

/**
 * Currencies of both periods, the largest of the current period first. Amounts in different currencies are never added.
 */
export const currenciesOf = ({ totals: { current, previous } }: Overview): readonly Currency[] => [
  ...new Set([...current.spend, ...previous.spend].map(({ currency }) => currency)),
];

/** The label of a currency. */
export const currencyName = (currency: Currency): string => currency ?? 'Unknown';

/** One line per currency for money, else a single line. */
export const linesOf = (metric: Metric, currencies: readonly Currency[]): readonly Currency[] =>
  metric.kind === 'money' && currencies.length > 0 ? currencies : [null];
