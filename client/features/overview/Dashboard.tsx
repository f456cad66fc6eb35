import { Suspense, useEffect, useState } from 'react';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { PeriodMenu } from '#client/components/forms/PeriodMenu.tsx';
import { StaleBanner } from '#client/components/states/StaleBanner.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { cn } from '#client/lib/cn.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { logError } from '#client/lib/log.ts';
import { useQuickSelectKeys } from '#client/lib/keys/useQuickSelectKeys.ts';
import { localDay, quickSelectRange } from '#shared/lib/dateRange.ts';
import type { QuickSelectId } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import { AccountChooser } from './sources/AccountChooser.tsx';
import { ConnectionStates } from './sources/ConnectionStates.tsx';
import { FailingBanner } from './FailingBanner.tsx';
import { MetricSources } from './sources/MetricSources.tsx';
import { loadTrendChart } from './trend/loadTrendChart.ts';
import { NewestLeads } from './NewestLeads.tsx';
import { useOverview } from './overview.api.ts';
import { MetricsSkeleton, OverviewMetrics } from './metrics/OverviewMetrics.tsx';
import { ReadingLine } from './sources/ReadingLine.tsx';
import { useOverviewAddress } from './useOverviewAddress.ts';

const RangeDialog = lazyScreen(async () => (await import('./RangeDialog.tsx')).RangeDialog);

/** Metrics of all connections over the days in the address. */
export const Dashboard = () => {
  const { range, quickSelect, metric, chooseRange, chooseMetric } = useOverviewAddress();
  const { data: overview, error, isFetching, isPlaceholderData, refetch } = useOverview(range);
  const [isChoosingDays, setIsChoosingDays] = useState(false);
  const choosePeriod = (id: QuickSelectId): void => chooseRange(quickSelectRange(id, localDay(new Date())));
  useQuickSelectKeys(choosePeriod);
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
        <PeriodMenu
          range={range}
          quickSelect={quickSelect}
          onChoose={choosePeriod}
          onCustom={() => setIsChoosingDays(true)}
        />
        <p className="flex flex-wrap items-center gap-x-2 text-[13px] text-muted">
          {overview && <ReadingLine overview={overview} />}
        </p>
        {/* The visible line changes with every account and minute. Screen readers hear only whether something
            is being read. */}
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
      {overview && <FailingBanner accounts={overview.accounts} />}
      <div
        aria-busy={isFetching && (isPlaceholderData || !overview)}
        className={cn('grid grid-cols-1 gap-4 transition-opacity', isPlaceholderData && 'opacity-60 delay-150')}
      >
        {renderMetrics()}
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 xl:grid-cols-3">
        {overview && <NewestLeads leads={overview.newestLeads} />}
        <ConnectionStates connections={overview?.connections} />
        <AccountChooser />
      </div>
      {overview && overview.accounts.length > 0 && <MetricSources overview={overview} />}
      {isChoosingDays && (
        <Suspense>
          <RangeDialog
            days={{ range, quickSelect }}
            onClose={() => setIsChoosingDays(false)}
            onApply={(days) => {
              setIsChoosingDays(false);
              chooseRange(days);
            }}
          />
        </Suspense>
      )}
    </>
  );
};
