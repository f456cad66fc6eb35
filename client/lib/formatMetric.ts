import { formatCompact, formatDecimal, formatInteger, formatMoney, formatPercent } from './format.ts';

type Kind = { kind: 'count' | 'money' | 'percent' };
type Currency = string | null;

/** Platforms split a conversion among the ads that led to it, so counts can be fractions. */
const formatCount = (value: number): string => (Number.isInteger(value) ? formatInteger : formatDecimal)(value);

/** The full value, as in tables and tooltips. */
export const formatMetric = ({ kind }: Kind, value: number | null, currency: Currency): string => {
  if (kind === 'money') return formatMoney(value, currency);
  if (kind === 'percent') return formatPercent(value);
  return value === null ? formatInteger(value) : formatCount(value);
};

/** The short value: `12.3K`, `$12.3K`. */
export const formatMetricShort = (metric: Kind, value: number | null, currency: Currency): string =>
  metric.kind === 'percent' || (metric.kind === 'money' && (value ?? 0) < 1000)
    ? formatMetric(metric, value, currency)
    : formatCompact(value, metric.kind === 'money' ? currency : undefined);

/** Labels of a chart's grid lines, `step` apart. */
export const formatTick = (metric: Kind, value: number, step: number, currency: Currency): string => {
  if (metric.kind === 'percent') return `${Number(value.toPrecision(3))}%`;
  if (metric.kind === 'money') return step < 1 ? formatMoney(value, currency) : formatCompact(value, currency);
  return formatCompact(value);
};
