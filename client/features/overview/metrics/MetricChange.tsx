import { cn } from '#client/lib/cn.ts';
import { formatInteger, formatPercent } from '#client/lib/format.ts';
import { formatMetric, formatMetricShort } from '#client/lib/formatMetric.ts';
import type { Currency, Metric } from './metrics.ts';

type MetricChangeProps = {
  metric: Pick<Metric, 'kind' | 'better'>;
  current: number | null;
  previous: number | null;
  currency: Currency;
  /** Leaves out the previous value where space is short. */
  isShort?: boolean;
};

const formatShare = (percent: number, isShort: boolean): string =>
  percent >= (isShort ? 10 : 100) ? `${formatInteger(percent)}%` : formatPercent(percent);

/** The change since the previous period as arrow, words and color. Lower costs are an improvement. */
export const MetricChange = ({ metric, current, previous, currency, isShort = false }: MetricChangeProps) => {
  if (previous === null) return <span className="block text-xs text-muted">no value before</span>;
  const before = formatMetric(metric, previous, currency);
  if (current === null) return <span className="block text-xs text-muted">vs {before}</span>;
  const difference = current - previous;
  const share = previous === 0 ? '' : formatShare((Math.abs(difference) / previous) * 100, isShort);
  if (difference === 0) return <span className="block text-xs text-muted">no change</span>;
  const isBetter = difference > 0 === (metric.better === 'more');
  const tone = metric.better === undefined ? 'text-muted' : isBetter ? 'text-success' : 'text-danger';
  return (
    <span className="block truncate text-xs text-muted tabular-nums" title={`${before} in the period before`}>
      <span className="sr-only">
        {difference > 0 ? 'up' : 'down'} {share} from {before} in the period before
      </span>
      <span aria-hidden="true">
        <span className={cn('font-medium', tone)}>
          {difference > 0 ? '↑' : '↓'} {share}
        </span>
        {!isShort && ` vs ${formatMetricShort(metric, previous, currency)}`}
      </span>
    </span>
  );
};
