import { Suspense, useId } from 'react';
import { Select } from '#client/components/forms/Select.tsx';
import { loadTrendChart } from '#client/components/trend/loadTrendChart.ts';
import { TrendKey } from '#client/components/trend/TrendKey.tsx';
import { describeRange } from '#client/lib/describeRange.ts';
import { formatDay } from '#client/lib/format.ts';
import { formatMetric, formatTick } from '#client/lib/formatMetric.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { adMetricFacts, adMetricNames, isAdMetricName, shownAdMetric } from '#shared/campaigns.ts';
import type { AdMetricName } from '#shared/campaigns.ts';
import type { CampaignDetail } from '#shared/contracts/campaigns.ts';
import { addDays } from '#shared/lib/dateRange.ts';

const TrendChart = lazyScreen(loadTrendChart);
const chartHeight = 168;

type ChartProps = {
  detail: CampaignDetail;
  name: AdMetricName;
  /** The metric in the other chart. */
  other: AdMetricName;
  onName: (name: AdMetricName) => void;
  label: string;
};

/** One metric by day. Each chart has its own scale, so that the shapes of different units can be compared. */
const MetricChart = ({ detail, name, other, onName, label }: ChartProps) => {
  const { row, days, comparedRange, comparedDays } = detail;
  const metric = adMetricFacts[name];
  const values = days.map(({ sums, isComplete }) => (isComplete ? shownAdMetric(sums, name) : null));
  const firstOpen = days.findIndex(({ isSettled }) => !isSettled);
  const previous = comparedRange &&
    comparedDays && {
      titles: days.map((_day, index) => formatDay(addDays(comparedRange.since, index))),
      values: days.map((_day, index) => {
        const sums = comparedDays[index];
        return sums ? shownAdMetric(sums, name) : null;
      }),
    };
  return (
    <div>
      <Select
        aria-label={label}
        value={name}
        onChange={({ currentTarget: { value } }) => {
          if (isAdMetricName(value)) onName(value);
        }}
        className="mb-1 w-48"
      >
        {adMetricNames
          .filter((each) => each !== other)
          .map((each) => (
            <option key={each} value={each}>
              {adMetricFacts[each].label}
            </option>
          ))}
      </Select>
      <Suspense fallback={<div style={{ height: chartHeight }} />}>
        <TrendChart
          label={`${metric.label} by day`}
          days={days.map(({ day }) => day)}
          titles={days.map(({ day, isSettled }) => `${formatDay(day)}${isSettled ? '' : ', may still change'}`)}
          lines={[{ label: metric.label, color: 'text-accent-text', values }]}
          previous={previous ?? undefined}
          format={(value) => formatMetric(metric, value, row.currency)}
          formatTick={(value, step) => formatTick(metric, value, step, row.currency)}
          isWhole={metric.kind === 'count'}
          isStartOpen={false}
          isEndOpen={false}
          openFrom={firstOpen === -1 ? undefined : firstOpen}
          height={chartHeight}
        />
      </Suspense>
    </div>
  );
};

type DetailChartProps = {
  detail: CampaignDetail;
  chosen: readonly [AdMetricName, AdMetricName];
  onChoose: (chosen: readonly [AdMetricName, AdMetricName]) => void;
};

/** Two metrics by day, with the comparison range as thin lines. */
export const DetailChart = ({ detail, chosen: [one, other], onChoose }: DetailChartProps) => {
  const titleId = useId();
  const { range, comparedRange, days } = detail;
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <div>
        <h3 id={titleId} className="text-[13px] font-semibold">
          By day
        </h3>
        <p className="flex flex-wrap gap-x-4 text-xs text-muted">
          <TrendKey color="text-accent-text">{describeRange(range)}</TrendKey>
          {comparedRange && <TrendKey color="text-control">{describeRange(comparedRange)}</TrendKey>}
          {days.some(({ isSettled }) => !isSettled) && <span>Dashed: may still change</span>}
        </p>
      </div>
      <MetricChart
        detail={detail}
        name={one}
        other={other}
        onName={(name) => onChoose([name, other])}
        label="First metric"
      />
      <MetricChart
        detail={detail}
        name={other}
        other={one}
        onName={(name) => onChoose([one, name])}
        label="Second metric"
      />
    </section>
  );
};
