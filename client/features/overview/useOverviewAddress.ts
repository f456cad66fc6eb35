import { useMemo } from 'react';
import { choice } from '#client/lib/address/params.ts';
import { rangeParams, readRange, writeRange } from '#client/lib/address/rangeAddress.ts';
import { useAddress } from '#client/lib/address/useAddress.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { metrics } from './metrics/metrics.ts';
import type { Metric, MetricId } from './metrics/metrics.ts';

const overviewParams = {
  ...rangeParams,
  metric: choice(
    metrics.map(({ id }) => id),
    'conversions',
  ),
};

/** Days and metric of the overview address. Changing the days adds a history entry. */
export const useOverviewAddress = () => {
  const [values, change] = useAddress(overviewParams);
  const days = useMemo(() => readRange(values), [values]);
  const metric: Metric = metrics.find(({ id }) => id === values.metric) ?? metrics[1];
  return {
    ...days,
    metric,
    chooseRange: (range: DateRange): void => change(writeRange(range), { isStep: true }),
    chooseMetric: (id: MetricId): void => change({ metric: id }),
  };
};
