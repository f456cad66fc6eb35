import { NoValue } from '#client/components/values/NoValue.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { cn } from '#client/lib/cn.ts';
import type { Overview } from '#shared/contracts/overview.ts';
import { MetricChange } from './MetricChange.tsx';
import { formatMetric, formatMetricShort } from '#client/lib/formatMetric.ts';
import { currenciesOf, baseMetricsOf, hasBefore, linesOf, metrics, valueOf } from './metrics.ts';
import type { Currency, Metric, MetricId } from './metrics.ts';

/** Currencies with a line in a tile. The chart shows all. */
const shownCurrencies = 3;

type LineProps = { metric: Metric; overview: Overview; currency: Currency; isOnly: boolean };

/** The value of a metric, per currency for money. */
const TileLine = ({ metric, overview, currency, isOnly }: LineProps) => {
  const { current, previous } = overview.totals;
  const value = valueOf(metric, baseMetricsOf(current, metric, currency));
  const full = formatMetric(metric, value, currency);
  return (
    <span className={isOnly ? 'block' : 'flex flex-wrap items-baseline justify-between gap-x-1'}>
      <span title={full} className={cn('block font-semibold tabular-nums', isOnly ? 'text-2xl' : 'text-[15px]')}>
        {value === null ? (
          <NoValue />
        ) : (
          <>
            <span aria-hidden="true">{formatMetricShort(metric, value, currency)}</span>
            <span className="sr-only"> {full} </span>
          </>
        )}
      </span>
      <MetricChange
        metric={metric}
        current={value}
        previous={hasBefore(overview) ? valueOf(metric, baseMetricsOf(previous, metric, currency)) : null}
        currency={currency}
        isShort={!isOnly}
      />
    </span>
  );
};

type MetricTilesProps = {
  /** If missing, the tiles are empty but have their final height. */
  overview?: Overview;
  selected?: MetricId;
  onSelect?: (id: MetricId) => void;
};

/** Metrics of the current and the previous range. The chart below draws the selected metric. */
export const MetricTiles = ({ overview, selected, onSelect }: MetricTilesProps) => (
  <fieldset
    aria-label="Metrics"
    disabled={!overview}
    className="grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3 xl:grid-cols-6"
  >
    {metrics.map((metric) => {
      const currencies = overview ? linesOf(metric, currenciesOf(overview)) : [];
      const isSelected = metric.id === selected;
      return (
        <button
          key={metric.id}
          type="button"
          aria-pressed={isSelected}
          onClick={() => onSelect?.(metric.id)}
          className={cn(
            'flex min-h-24 flex-col rounded-md border bg-surface px-3 py-2.5 text-left transition-colors duration-100 sm:px-4 sm:py-3 xl:px-3.5',
            isSelected
              ? 'border-accent-text ring-1 ring-accent-text'
              : 'enabled:hover:border-control/60 enabled:hover:bg-hover',
          )}
        >
          <span className={cn('text-xs', isSelected ? 'font-medium text-accent-text' : 'text-muted')}>
            {metric.label}
          </span>
          {overview ? (
            currencies
              .slice(0, shownCurrencies)
              .map((currency) => (
                <TileLine
                  key={currency}
                  metric={metric}
                  overview={overview}
                  currency={currency}
                  isOnly={currencies.length === 1}
                />
              ))
          ) : (
            <>
              <Skeleton className="mt-2.5 h-5 w-20" />
              <Skeleton className="mt-3 w-16" />
            </>
          )}
          {currencies.length > shownCurrencies && (
            <span className="text-xs text-muted">and {currencies.length - shownCurrencies} more currencies</span>
          )}
        </button>
      );
    })}
  </fieldset>
);
