import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Card } from '#client/components/layout/Card.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import type { Overview } from '#shared/contracts/overview.ts';
import { currenciesOf } from './metrics.ts';
import type { Currency, Metric, MetricId } from './metrics.ts';
import { MetricTiles } from './MetricTiles.tsx';
import { OutcomeTiles } from './OutcomeTiles.tsx';
import { PlatformSplit } from './PlatformSplit.tsx';
import { TopCampaigns } from './TopCampaigns.tsx';
import { TrendCard } from '#client/features/overview/trend/TrendCard.tsx';

/** Whether no ads were delivered. */
const isEmpty = ({ impressions, clicks, conversions, spend }: Overview['totals']['current']): boolean =>
  impressions + clicks + conversions === 0 && spend.every(({ amount }) => amount === 0);

const skeletonLines = ['a', 'b', 'c', 'd', 'e'];

/** A placeholder at the final height. `children` explains why the metrics are missing. */
export const MetricsSkeleton = ({ children }: { children?: ReactNode }) => (
  <>
    <MetricTiles />
    <Card className="relative grid h-[21.125rem] content-between pb-10">
      <Skeleton className="w-32" />
      {skeletonLines.map((line) => (
        <span key={line} aria-hidden="true" className="border-t" />
      ))}
      <div className="absolute inset-0 grid place-items-center p-4">{children}</div>
    </Card>
    <Card className="h-94">
      <Skeleton className="w-40" />
    </Card>
  </>
);

type OverviewMetricsProps = { overview: Overview; metric: Metric; onMetric: (id: MetricId) => void };

export const OverviewMetrics = ({ overview, metric, onMetric }: OverviewMetricsProps) => {
  const [wanted, setWanted] = useState<Currency | undefined>(undefined);
  const currencies = currenciesOf(overview);
  const currency = wanted !== undefined && currencies.includes(wanted) ? wanted : (currencies[0] ?? null);
  const parts = { overview, metric, currency };
  const isBlank = isEmpty(overview.totals.current);
  if (overview.accounts.length === 0)
    return (
      <Card className="p-0">
        <EmptyState
          icon={<ChartNoAxesColumn />}
          title="No ad accounts"
          description="Your connections reach no ad account yet. As soon as they do, their figures are here."
        />
      </Card>
    );
  if (isBlank && overview.isReading)
    return (
      <MetricsSkeleton>
        <p className="max-w-sm bg-surface p-2 text-center text-[13px] text-pretty text-muted">
          The figures of these days are being read from the platforms for the first time. They appear here as they come
          in.
        </p>
      </MetricsSkeleton>
    );
  return (
    <>
      <MetricTiles overview={overview} selected={metric.id} onSelect={onMetric} />
      {overview.hasQualifiedLeads && <OutcomeTiles overview={overview} />}
      {isBlank ? (
        <Card className="grid min-h-[21.125rem] place-items-center p-0">
          <EmptyState
            icon={<ChartNoAxesColumn />}
            title="Nothing was delivered in these days"
            description="No ad was shown and nothing was spent. Try another period."
          />
        </Card>
      ) : (
        <>
          <TrendCard {...parts} onCurrency={setWanted} />
          <div className="grid grid-cols-1 gap-4 xl:flex">
            <PlatformSplit {...parts} />
            <TopCampaigns {...parts} />
          </div>
        </>
      )}
    </>
  );
};
