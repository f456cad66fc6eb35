import { Suspense } from 'react';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { StaleBanner } from '#client/components/states/StaleBanner.tsx';
import { NumberedPagination } from '#client/components/tables/NumberedPagination.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { cn } from '#client/lib/cn.ts';
import { countOf } from '#client/lib/countOf.ts';
import { useIsCompact } from '#client/lib/hooks/useMediaQuery.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { messages } from '#shared/messages.ts';
import { useFindings } from './findings.api.ts';
import { FindingRow } from './list/FindingRow.tsx';
import { FindingsEmpty } from './list/FindingsEmpty.tsx';
import { FindingsSkeleton } from './list/FindingsSkeleton.tsx';
import { FindingsToolbar } from './list/FindingsToolbar.tsx';
import { HowMade } from './list/HowMade.tsx';
import { Learning } from './list/Learning.tsx';
import { SummaryCard } from './list/SummaryCard.tsx';
import { WatchedLine } from './list/WatchedLine.tsx';
import { useFindingsAddress } from './useFindingsAddress.ts';

const FindingPanel = lazyScreen(async () => (await import('./detail/FindingPanel.tsx')).FindingPanel);

/**
 * Open findings sorted by money at stake, or ended findings.
 * @param onBudgets opens the budgets, from the menu of compact windows
 */
export const Findings = ({ onBudgets }: { onBudgets: () => void }) => {
  const address = useFindingsAddress();
  const isCompact = useIsCompact();
  const { page, finding: opened, open, setPage } = address;
  const { data, error, isFetching, isPlaceholderData, refetch } = useFindings(address);
  const findings = data?.findings ?? [];
  const index = findings.findIndex(({ id }) => id === opened);
  const neighbor = (step: -1 | 1): string | null => (index === -1 ? null : (findings[index + step]?.id ?? null));
  const retry = (): void => void refetch();
  return (
    <div className="grid grid-cols-1 gap-3">
      {isCompact ? null : <SummaryCard />}
      <FindingsToolbar address={address} onBudgets={onBudgets} />
      {data && error && (
        <StaleBanner onRetry={retry} isRetrying={isFetching}>
          The findings could not be read again. They may be out of date.
        </StaleBanner>
      )}
      {!data && error ? (
        <ErrorPanel message={messageOf(error, messages.findings.failed)} onRetry={retry} isRetrying={isFetching} />
      ) : (
        <div
          aria-busy={isFetching && (isPlaceholderData || !data)}
          className={cn(
            'rounded-md border border-hairline bg-surface transition-opacity',
            isPlaceholderData && 'opacity-60 delay-150',
          )}
        >
          {!data && <FindingsSkeleton />}
          {data && findings.length === 0 && <FindingsEmpty address={address} data={data} />}
          {findings.length > 0 && (
            <ul aria-label="Findings">
              {findings.map((finding) => (
                <FindingRow key={finding.id} finding={finding} isOpened={finding.id === opened} onOpen={open} />
              ))}
            </ul>
          )}
        </div>
      )}
      {data && data.totalPages > 1 && (
        <NumberedPagination
          page={page}
          totalPages={data.totalPages}
          label={countOf(data.totalItems, 'finding')}
          isBusy={isPlaceholderData}
          onPageChange={setPage}
        />
      )}
      {isCompact && <SummaryCard />}
      {data && <Learning watched={data.watched} isOpen={findings.length === 0} />}
      <footer className="mt-1 grid gap-1">
        {data && findings.length > 0 && (
          <p className="text-xs text-muted">
            <WatchedLine watched={data.watched} />
          </p>
        )}
        <HowMade />
      </footer>
      {opened !== null && (
        <Suspense>
          <FindingPanel
            id={opened}
            known={findings[index]}
            previous={neighbor(-1)}
            next={neighbor(1)}
            onMove={open}
            onClose={() => open(null)}
          />
        </Suspense>
      )}
    </div>
  );
};
