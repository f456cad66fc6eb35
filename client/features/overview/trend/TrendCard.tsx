import { Suspense, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Card } from '#client/components/layout/Card.tsx';
import { Segments } from '#client/components/layout/Segments.tsx';
import { TrendKey } from '#client/components/trend/TrendKey.tsx';
import type { TrendLine } from '#client/components/trend/TrendLine.ts';
import { describeRange } from '#client/lib/describeRange.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import type { Overview } from '#shared/contracts/overview.ts';
import { localDay } from '#shared/lib/dateRange.ts';
import { platformNames } from '#shared/platforms.ts';
import { CurrencyChoice } from '#client/features/overview/CurrencyChoice.tsx';
import { loadTrendChart } from '#client/components/trend/loadTrendChart.ts';
import { formatMetric, formatTick } from '#client/lib/formatMetric.ts';
import { hasBefore } from '#client/features/overview/metrics/metrics.ts';
import type { Currency, Metric } from '#client/features/overview/metrics/metrics.ts';
import { platformLooks } from '#client/platforms/platformLooks.ts';
import { buildTrend } from './trend.ts';

const TrendChart = lazyScreen(loadTrendChart);
const TrendTable = lazyScreen(async () => (await import('./TrendTable.tsx')).TrendTable);

type TrendCardProps = {
  overview: Overview;
  metric: Metric;
  currency: Currency;
  onCurrency: (currency: Currency) => void;
};

const splits = [
  { id: 'total', label: 'Total' },
  { id: 'platforms', label: 'By platform' },
] as const;

/** The selected metric over the days, as a chart or a table. */
export const TrendCard = ({ overview, metric, currency, onCurrency }: TrendCardProps) => {
  const [split, setSplit] = useState<(typeof splits)[number]['id']>('total');
  const [isTable, setIsTable] = useState(false);
  const [today] = useState(() => localDay(new Date()));
  const trend = buildTrend({ overview, metric, currency }, today);
  const canSplit = trend.byPlatform.length > 1;
  const isSplit = canSplit && split === 'platforms';
  const lines: TrendLine[] = isSplit
    ? trend.byPlatform.map(({ platform, values }) => ({
        label: platformNames[platform],
        color: platformLooks[platform].color,
        values,
      }))
    : [{ label: metric.label, color: 'text-accent-text', values: trend.total }];
  const title = `${metric.label} by ${trend.isWeekly ? 'week' : 'day'}`;
  const previous = isSplit || !hasBefore(overview) ? undefined : trend.previous;
  const format = (value: number | null): string => formatMetric(metric, value, currency);
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-36 flex-1">
          <h2 className="font-semibold">{title}</h2>
          <p className="mt-0.5 flex flex-wrap gap-x-4 text-xs text-muted">
            <TrendKey color={isSplit ? undefined : 'text-accent-text'}>{describeRange(overview.range)}</TrendKey>
            {previous && <TrendKey color="text-control">{describeRange(overview.previousRange)}</TrendKey>}
          </p>
        </div>
        {metric.kind === 'money' && <CurrencyChoice overview={overview} selected={currency} onSelect={onCurrency} />}
        {canSplit && <Segments label="Lines" options={splits} selected={split} onSelect={setSplit} />}
        <Button size="sm" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          Show as table
        </Button>
      </div>
      <Suspense fallback={<div className="h-64" />}>
        {isTable ? (
          <TrendTable label={title} titles={trend.titles} lines={lines} previous={previous} format={format} />
        ) : (
          <TrendChart
            label={title}
            days={trend.days}
            titles={trend.titles}
            lines={lines}
            previous={previous}
            format={format}
            formatTick={(value, step) => formatTick(metric, value, step, currency)}
            isWhole={metric.kind === 'count'}
            isStartOpen={trend.isStartOpen}
            isEndOpen={trend.isEndOpen}
          />
        )}
      </Suspense>
    </Card>
  );
};
