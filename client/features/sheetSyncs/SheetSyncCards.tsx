import { useListState } from '#client/components/states/OfflineState.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { StatusDot } from '#client/components/values/StatusDot.tsx';
import { cn } from '#client/lib/cn.ts';
import { formatDate } from '#client/lib/format.ts';
import type { SheetSync } from '#shared/contracts/sheetSyncs.ts';
import { LastRunLine } from './LastRunLine.tsx';
import { NextRunLine } from './NextRunLine.tsx';
import { SheetActions } from './SheetActions.tsx';
import type { SheetSyncActions } from './SheetActions.tsx';
import { SheetLink } from './SheetLink.tsx';
import type { SheetSyncsProps } from './SheetSyncsTable.tsx';
import { SheetTypeBadge } from './SheetTypeBadge.tsx';
import { idOf } from './sheetSyncTexts.ts';

const cardStyles = 'rounded-md border border-hairline bg-surface';

const SheetSyncCard = ({ sync, ...actions }: SheetSyncActions & { sync: SheetSync }) => (
  <li className={cn(cardStyles, 'grid grid-cols-1 gap-2 p-3 pb-1.5')}>
    <div className="flex items-center gap-3">
      <SheetTypeBadge sync={sync} />
      <StatusDot tone="success">Active</StatusDot>
      <span title={idOf(sync) ?? undefined} className="ml-auto font-mono text-xs text-muted">
        {idOf(sync)?.slice(-8) ?? 'N/A'}
      </span>
    </div>
    <SheetLink url={sync.url} />
    <div className="grid gap-0.5">
      <LastRunLine lastRun={sync.lastRun} />
      <NextRunLine lastRun={sync.lastRun} nextRunAt={sync.nextRunAt} />
      <span className="text-xs text-muted">Created {formatDate(sync.createdAt)}</span>
    </div>
    <div className="-mx-3 border-t border-hairline px-1 pt-1.5 *:justify-between">
      <SheetActions {...actions} sync={sync} isInWords />
    </div>
  </li>
);

/** Replaces the table on narrow screens, where the table's actions would be out of sight. */
export const SheetSyncCards = ({ syncs, isLoading, isRefreshing, empty, ...actions }: SheetSyncsProps) => {
  const state = useListState({ isLoading, empty });
  if (state.isLoading)
    return (
      <div aria-busy="true" className={cn(cardStyles, 'grid animate-appear gap-3 p-3')}>
        <Skeleton className="w-24" />
        <Skeleton className="w-full" />
        <Skeleton className="w-40" />
      </div>
    );
  if (syncs.length === 0) return <div className={cardStyles}>{state.empty}</div>;
  return (
    <ul
      aria-label="Google Sheets"
      aria-busy={isRefreshing}
      className={cn('grid grid-cols-1 gap-2 transition-opacity', isRefreshing && 'opacity-60 delay-150')}
    >
      {syncs.map((sync, index) => (
        <SheetSyncCard key={idOf(sync) ?? index} {...actions} sync={sync} />
      ))}
    </ul>
  );
};
