import { NoValue } from '#client/components/values/NoValue.tsx';
import { cn } from '#client/lib/cn.ts';
import { formatInteger } from '#client/lib/format.ts';
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

/** No sum includes the values of won leads in other currencies. */
const OtherWon = ({ count }: { count: number }) => (
  <span className="block text-[11px] leading-4 text-muted">
    {`${formatInteger(count)} more in ${count === 1 ? 'another currency' : 'other currencies'}`}
  </span>
);

/** A metric, with its change on a second line. A lower cost is an improvement. */
export const MetricValue = ({ name, sums, compared, currency }: MetricValueProps) => {
  const value = shownAdMetric(sums, name);
  const change = compared && describeChange(name, sums, compared, currency);
  return (
    <>
      {value === null ? <NoValue /> : formatMetric(adMetricFacts[name], value, currency)}
      {name === 'wonAmount' && sums.otherWonLeads > 0 && <OtherWon count={sums.otherWonLeads} />}
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
