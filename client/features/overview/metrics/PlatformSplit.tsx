import { useId } from 'react';
import { Card } from '#client/components/layout/Card.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { ShareBar } from '#client/components/values/ShareBar.tsx';
import { formatPercent } from '#client/lib/format.ts';
import type { Overview } from '#shared/contracts/overview.ts';
import { platformNames } from '#shared/platforms.ts';
import { formatMetric } from '#client/lib/formatMetric.ts';
import { hasBefore, valueOf } from './metrics.ts';
import type { Currency, Metric } from './metrics.ts';
import { MetricChange } from './MetricChange.tsx';
import { platformLooks } from '#client/platforms/platformLooks.ts';
import { baseMetricsByPlatform } from '#client/features/overview/trend/trend.ts';

type PlatformSplitProps = { overview: Overview; metric: Metric; currency: Currency };

/** The selected metric per platform. Ratios have no sum, so their bars are relative to the highest ratio. */
export const PlatformSplit = ({ overview, metric, currency }: PlatformSplitProps) => {
  const titleId = useId();
  const rows = baseMetricsByPlatform({ overview, metric, currency }).map(({ platform, current, previous }) => ({
    platform,
    value: valueOf(metric, current),
    before: hasBefore(overview) ? valueOf(metric, previous) : null,
  }));
  const values = rows.map(({ value }) => value ?? 0);
  const isShare = metric.per === undefined;
  const whole = isShare ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  if (rows.length < 2) return null;
  return (
    <Card className="xl:w-2/5">
      <h2 id={titleId} className="mb-1 font-semibold">
        {metric.label} by platform
      </h2>
      <table aria-labelledby={titleId} className="w-full text-[13px]">
        <thead className="sr-only">
          <tr>
            <th scope="col">Platform</th>
            <th scope="col">{metric.label}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ platform, value, before }) => (
            <tr key={platform} className="border-t first:border-t-0">
              <th scope="row" className="py-3 pr-4 text-left align-top font-medium">
                <span className="flex items-center gap-2">
                  <PlatformIcon platform={platform} className="size-4 shrink-0" />
                  {platformNames[platform]}
                </span>
              </th>
              <td className="w-full py-3">
                <span className="mb-1.5 flex items-baseline justify-between gap-2 tabular-nums">
                  <span className="font-medium">{formatMetric(metric, value, currency)}</span>
                  {isShare && whole > 0 && (
                    <span className="text-muted">{formatPercent(((value ?? 0) / whole) * 100)}</span>
                  )}
                </span>
                <span className={platformLooks[platform].color}>
                  <ShareBar share={whole > 0 ? (value ?? 0) / whole : 0} />
                </span>
                <span className="mt-1.5 block">
                  <MetricChange metric={metric} current={value} previous={before} currency={currency} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
};
