import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { FailingAccounts } from '#client/components/states/FailingAccounts.tsx';
import { PeriodChooser } from '#client/components/forms/PeriodChooser.tsx';
import { StaleBanner } from '#client/components/states/StaleBanner.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { cn } from '#client/lib/cn.ts';
import { logError } from '#client/lib/log.ts';
import { messages } from '#shared/messages.ts';
import { AccountChooser } from './sources/AccountChooser.tsx';
import { ConnectionStates } from './sources/ConnectionStates.tsx';
import { MetricSources } from './sources/MetricSources.tsx';
import { loadTrendChart } from '#client/components/trend/loadTrendChart.ts';
import { NewestLeads } from './NewestLeads.tsx';
import { OverdueLeads } from './OverdueLeads.tsx';
import { useOverview } from './overview.api.ts';
import { MetricsSkeleton, OverviewMetrics } from './metrics/OverviewMetrics.tsx';
import { ReadingLine } from './sources/ReadingLine.tsx';
import { useOverviewAddress } from './useOverviewAddress.ts';

/**
 * Metrics of all connections over the days in the address.
 * @param findings rendered between the metrics and their sources
 */
export const Dashboard = ({ findings }: { findings: ReactNode }) => {
  const { range, quickSelect, metric, chooseRange, chooseMetric } = useOverviewAddress();
  const { data: overview, error, isFetching, isPlaceholderData, refetch } = useOverview(range);
  useEffect(() => {
    // Loads in parallel with the metrics. The chart itself shows a failure.
    loadTrendChart().catch((reason: unknown) => logError('The chart could not be preloaded', reason));
  }, []);
  const retry = (): void => void refetch();

  const renderMetrics = () => {
    if (overview) return <OverviewMetrics overview={overview} metric={metric} onMetric={chooseMetric} />;
    if (error)
      return (
        <ErrorPanel message={messageOf(error, messages.overview.failed)} onRetry={retry} isRetrying={isFetching} />
      );
    return <MetricsSkeleton />;
  };

  return (
    <>
      <div className="relative flex flex-wrap items-center gap-x-4 gap-y-2">
        <PeriodChooser range={range} quickSelect={quickSelect} onChange={chooseRange} />
        <p className="flex flex-wrap items-center gap-x-2 text-[13px] text-muted">
          {overview && <ReadingLine overview={overview} />}
        </p>
        {/* The visible line changes with every account and minute. Screen readers announce only whether a read is
            in progress. */}
        <output className="sr-only">{overview?.isReading && 'Reading figures'}</output>
        {isPlaceholderData && (
          <div aria-hidden="true" className="absolute inset-x-0 -bottom-2.5 animate-appear">
            <div className="h-0.5 animate-pulse bg-accent" />
          </div>
        )}
      </div>
      {overview && error && (
        <StaleBanner onRetry={retry} isRetrying={isFetching}>
          The figures could not be read again. They may be out of date.
        </StaleBanner>
      )}
      {overview && <OverdueLeads overdue={overview.overdue} />}
      {overview && (
        <FailingAccounts
          accounts={overview.accounts}
          consequence="What is known of them counts, and may be out of date."
        />
      )}
      <div
        aria-busy={isFetching && (isPlaceholderData || !overview)}
        className={cn('grid grid-cols-1 gap-4 transition-opacity', isPlaceholderData && 'opacity-60 delay-150')}
      >
        {renderMetrics()}
      </div>
      {findings}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 xl:grid-cols-3">
        {overview && <NewestLeads leads={overview.newestLeads} />}
        <ConnectionStates connections={overview?.connections} />
        <AccountChooser />
      </div>
      {overview && overview.accounts.length > 0 && <MetricSources overview={overview} />}
    </>
  );
};
