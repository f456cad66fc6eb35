import { NoValue } from '#client/components/values/NoValue.tsx';
import { cn } from '#client/lib/cn.ts';
import { formatMetric } from '#client/lib/formatMetric.ts';
import { adMetricFacts, shownAdMetric } from '#shared/campaigns.ts';
import type { AdMetricName, AdSums } from '#shared/campaigns.ts';
import { describeChange } from './describeChange.ts';

type MetricValueProps = {
  name: AdMetricName;
  sums: AdSums;
  /** Null without a comparison. */
  compared: AdSums | null;
  currency: string | null;
};

/** A metric, with its change on a second line. A fall in costs is an improvement. */
export const MetricValue = ({ name, sums, compared, currency }: MetricValueProps) => {
  const value = shownAdMetric(sums, name);
  const change = compared && describeChange(name, sums, compared, currency);
  return (
    <>
      {value === null ? <NoValue /> : formatMetric(adMetricFacts[name], value, currency)}
      {compared && !change && <span className="block text-[11px] leading-4 text-muted">no value before</span>}
      {change && (
        <span title={change.long} className="block text-[11px] leading-4">
          <span className="sr-only"> {change.long}</span>
          <span
            aria-hidden="true"
            className={cn(
              change.isBetter === undefined ? 'text-muted' : change.isBetter ? 'text-success' : 'text-danger',
            )}
          >
            {change.short}
          </span>
        </span>
      )}
    </>
  );
};
