import { Suspense } from 'react';
import { loadTrendChart } from '#client/components/trend/loadTrendChart.ts';
import { TrendKey } from '#client/components/trend/TrendKey.tsx';
import { formatDay } from '#client/lib/format.ts';
import { formatMetric, formatTick } from '#client/lib/formatMetric.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import type { FindingDetail } from '#shared/contracts/findings.ts';
import { seriesMeasures } from '../words.ts';

const TrendChart = lazyScreen(loadTrendChart);
const chartHeight = 200;

/** Positions of the first and last marked day. Null for pacing, which covers the whole month. */
const markedDays = ({ kind, since, ended, series: { days } }: FindingDetail): { from: number; to: number } | null => {
  if (kind === 'pacing') return null;
  const from = days.findIndex(({ day }) => day >= since);
  const to = days.findLastIndex(({ day }) => ended === null || day <= ended.on);
  return from === -1 || to < from ? null : { from, to };
};

/** The days around a finding: actual and expected values. */
export const FindingChart = ({ finding }: { finding: FindingDetail }) => {
  const { series, currency } = finding;
  const measure = seriesMeasures[series.kind];
  const { days } = series;
  const format = (value: number | null): string => formatMetric(measure, value, currency);
  const hasBand = days.some(({ low, high }) => low !== null && high !== null);
  const marked = markedDays(finding);
  return (
    <figure>
      <figcaption className="mb-1">
        <h3 className="text-[13px] font-semibold">{measure.label} by day</h3>
        <p className="flex flex-wrap gap-x-4 text-xs text-muted">
          <TrendKey color="text-accent-text">{measure.label}</TrendKey>
          {hasBand && (
            <span className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className="h-2.5 w-3 rounded-sm bg-control/25" />
              Expected
            </span>
          )}
          {marked && (
            <span className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className="h-2.5 w-3 rounded-sm bg-warning-tint ring-1 ring-warning/40" />
              Days in question
            </span>
          )}
          {measure.note !== undefined && <span>{measure.note}</span>}
        </p>
      </figcaption>
      <Suspense fallback={<div style={{ height: chartHeight }} />}>
        <TrendChart
          label={`${measure.label} by day`}
          days={days.map(({ day }) => day)}
          titles={days.map(({ day }) => formatDay(day))}
          lines={[{ label: measure.label, color: 'text-accent-text', values: days.map(({ value }) => value) }]}
          band={
            hasBand
              ? { label: 'Expected', low: days.map(({ low }) => low), high: days.map(({ high }) => high) }
              : undefined
          }
          marked={marked ?? undefined}
          format={format}
          formatTick={(value, step) => formatTick(measure, value, step, currency)}
          isWhole={measure.kind === 'count' && series.kind !== 'yieldPer7Days'}
          isStartOpen={false}
          isEndOpen={false}
          height={chartHeight}
        />
      </Suspense>
      <table className="sr-only">
        <caption>{measure.label} by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">{measure.label}</th>
            {hasBand && <th scope="col">Expected</th>}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, value, low, high }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              <td>{value === null ? 'no value' : format(value)}</td>
              {hasBand && <td>{low === null || high === null ? 'no value' : `${format(low)} to ${format(high)}`}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
};
