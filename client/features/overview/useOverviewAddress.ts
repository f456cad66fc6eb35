import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readRangeAddress, writeRangeAddress } from '#client/lib/address/rangeAddress.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { metrics } from './metrics/metrics.ts';
import type { Metric, MetricId } from './metrics/metrics.ts';

const firstMetric: MetricId = 'conversions';

const readMetric = (id: string | null): Metric =>
  metrics.find((metric) => metric.id === (id ?? firstMetric)) ?? metrics[1];

/** Days and metric of the overview address. Other days add a history entry. */
export const useOverviewAddress = () => {
  const [params, setParams] = useSearchParams();
  const days = useMemo(() => readRangeAddress(params), [params]);
  const change = (apply: (next: URLSearchParams) => void, replace: boolean): void =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        apply(next);
        return next;
      },
      { replace },
    );
  return {
    ...days,
    metric: readMetric(params.get('metric')),
    chooseRange: (range: DateRange): void => change((next) => writeRangeAddress(next, range), false),
    chooseMetric: (id: MetricId): void =>
      change((next) => {
        if (id === firstMetric) next.delete('metric');
        else next.set('metric', id);
      }, true),
  };
};
