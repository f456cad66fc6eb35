import { formatCompact, formatDecimal, formatInteger, formatMoney, formatPercent } from '#client/lib/format.ts';
import type { Overview, OverviewTotals } from '#shared/contracts/overview.ts';
import { earliestReadDay, utcDay } from '#shared/lib/dateRange.ts';

/** What every figure of the screen is made of. */
export type BaseMetrics = { impressions: number; clicks: number; conversions: number; spend: number };

type MetricShape = {
  id: string;
  label: string;
  kind: 'count' | 'money' | 'percent';
  base: keyof BaseMetrics;
  /** For a ratio: what the figure is divided by. */
  per?: keyof BaseMetrics;
  /** Which way is a change for the better? Neither, for what is only large or small. */
  better?: 'more' | 'less';
};

/** In the order of their tiles. */
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

/** The value of a metric; null where a ratio has nothing to be divided by. */
export const valueOf = ({ kind, base, per }: Metric, values: BaseMetrics): number | null => {
  if (per === undefined) return values[base];
  if (values[per] === 0) return null;
  return (values[base] / values[per]) * (kind === 'percent' ? 100 : 1);
};

/** Platforms share a conversion out among the ads that led to it, in fractions. */
const formatCount = (value: number): string => (Number.isInteger(value) ? formatInteger : formatDecimal)(value);

/** The whole value, as in tables and hints. */
export const formatMetric = ({ kind }: Metric, value: number | null, currency: Currency): string => {
  if (kind === 'money') return formatMoney(value, currency);
  if (kind === 'percent') return formatPercent(value);
  return value === null ? formatInteger(value) : formatCount(value);
};

/** The same where there is little room: `12.3K`, `$12.3K`. */
export const formatMetricShort = (metric: Metric, value: number | null, currency: Currency): string =>
  metric.kind === 'percent' || (metric.kind === 'money' && (value ?? 0) < 1000)
    ? formatMetric(metric, value, currency)
    : formatCompact(value, metric.kind === 'money' ? currency : undefined);

/** What the lines of the chart are labelled with, `step` apart. */
export const formatTick = (metric: Metric, value: number, step: number, currency: Currency): string => {
  if (metric.kind === 'percent') return `${Number(value.toPrecision(3))}%`;
  if (metric.kind === 'money') return step < 1 ? formatMoney(value, currency) : formatCompact(value, currency);
  return formatCompact(value);
};

/** The totals as figures; money, and the conversions that it was paid for, of one currency. */
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

/** Whether there is a period to compare with: days of too long ago are never read, so that their zeros mean nothing. */
export const hasBefore = ({ previousRange }: Overview): boolean =>
  previousRange.since >= earliestReadDay(utcDay(new Date()));

/** The currencies of either period, the largest of this one first. Money of different ones is never added up. */
export const currenciesOf = ({ totals: { current, previous } }: Overview): readonly Currency[] => [
  ...new Set([...current.spend, ...previous.spend].map(({ currency }) => currency)),
];

/** How a currency is called where a person chooses one. */
export const currencyName = (currency: Currency): string => currency ?? 'Unknown';

/** The same metric in one currency after the other, or once where it is not about money. */
export const linesOf = (metric: Metric, currencies: readonly Currency[]): readonly Currency[] =>
  metric.kind === 'money' && currencies.length > 0 ? currencies : [null];
