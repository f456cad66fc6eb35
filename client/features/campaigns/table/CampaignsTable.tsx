import { useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { ScrollShadows } from '#client/components/tables/ScrollShadows.tsx';
import { useGrid } from '#client/components/tables/useGrid.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { ariaSort, SortHeader } from '#client/components/tables/SortHeader.tsx';
import type { Sorting } from '#client/components/tables/SortHeader.tsx';
import { cn } from '#client/lib/cn.ts';
import { formatInteger } from '#client/lib/format.ts';
import type { AdLevel, CampaignSortKey } from '#shared/campaigns.ts';
import type { CampaignAccount, CampaignRow, CampaignTotals } from '#shared/contracts/campaigns.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import type { Column } from '../columns.ts';
import { rowKey } from '../rowKey.ts';
import { accountOf } from '../settling.ts';
import { levelTitles } from '../words.ts';
import type { Line } from './lines.ts';
import { TableRow } from './TableRow.tsx';
import { bodyCell, headCell, nameColumn, openColumn } from './tableStyles.ts';
import { TotalsRows } from './TotalsRows.tsx';

type CampaignsTableProps = {
  level: AdLevel;
  columns: readonly Column[];
  lines: readonly Line[];
  totals: readonly CampaignTotals[];
  accounts: readonly CampaignAccount[];
  range: DateRange;
  sorting: Sorting<CampaignSortKey>;
  page: number;
  /** Key of the row in the detail. */
  selected: string | null;
  onSelect: (key: string | null) => void;
  onToggle: (row: CampaignRow) => void;
  /** No rows yet: skeleton rows under the real header. */
  isLoading: boolean;
  /** Other rows are loading: the old ones stay, dimmed. */
  isRefreshing: boolean;
  /** Shown under the header without rows. */
  empty: ReactNode;
};

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

const SkeletonCells = ({ columns }: { columns: readonly Column[] }) => (
  <>
    <td className={cn(bodyCell, openColumn)}>{null}</td>
    <td className={cn(bodyCell, nameColumn)}>
      <Skeleton className="w-40 max-w-full" />
    </td>
    {columns.map(({ id, isRight }) => (
      <td key={id} className={cn(bodyCell, 'px-3')}>
        <Skeleton className={cn('w-14', isRight && 'ml-auto')} />
      </td>
    ))}
  </>
);

const ReplacedChildren = ({ line, columns }: { line: Exclude<Line, { kind: 'row' }>; columns: readonly Column[] }) => {
  if (line.kind === 'loading') return <SkeletonCells columns={columns} />;
  return (
    <>
      <td className={cn(bodyCell, openColumn)}>{null}</td>
      <td className={cn(bodyCell, nameColumn, 'text-xs text-pretty text-muted', line.depth > 1 ? 'pl-10' : 'pl-5')}>
        {line.kind === 'more'
          ? `${formatInteger(line.shown)} of ${formatInteger(line.total)}. Switch the level to see all.`
          : messageOf(line.error, messages.campaigns.childrenFailed)}
      </td>
      <td colSpan={columns.length} className={cn(bodyCell, 'px-3')}>
        {line.kind === 'failed' && (
          <Button size="sm" onClick={line.retry} isBusy={line.isRetrying}>
            Retry
          </Button>
        )}
      </td>
    </>
  );
};

/** Campaigns, ad sets and ads with their totals. One tab stop; arrow keys move inside. */
export const CampaignsTable = (props: CampaignsTableProps) => {
  const { level, columns, lines, totals, accounts, range, sorting, page, selected, onSelect, onToggle } = props;
  const { isLoading, isRefreshing, empty } = props;
  const region = useRef<HTMLDivElement>(null);
  const grid = useGrid(page);

  useLayoutEffect(() => {
    if (selected === null) return;
    const row = region.current?.querySelector(`[data-row="${CSS.escape(selected)}"]`);
    // Also without the focus: the arrow keys of the detail move the selection.
    row?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  // The same functions for every render, so that a row renders again only when it changes.
  const latest = useRef({ onSelect, onToggle });
  useLayoutEffect(() => {
    latest.current = { onSelect, onToggle };
  });
  const [handlers] = useState(() => ({
    select: (key: string) => latest.current.onSelect(key),
    toggle: (row: CampaignRow) => latest.current.onToggle(row),
  }));

  const handleKey = (event: KeyboardEvent): void => {
    grid.onKeyDown(event);
    if (selected === null) return;
    // The detail follows the focus.
    const row = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    if (event.defaultPrevented && row !== undefined && row !== selected) onSelect(row);
  };
  const keyboard = { ...grid, onKeyDown: handleKey };

  return (
    <div
      className="@container relative flex min-h-0 flex-col overflow-hidden rounded-md border border-hairline bg-surface print:border-0"
      data-print=""
    >
      {isRefreshing && (
        <div aria-hidden="true" className="absolute inset-x-0 top-0 z-30 animate-appear print:hidden">
          <div className="h-0.5 animate-pulse bg-accent" />
        </div>
      )}
      <div ref={region} className="max-h-[80dvh] min-h-0 scroll-pb-14 overflow-auto print:max-h-none">
        <table
          {...keyboard}
          aria-label={levelTitles[level]}
          aria-busy={isLoading || isRefreshing}
          aria-readonly="true"
          className="w-full border-separate border-spacing-0 text-[13px]"
        >
          <thead>
            <tr>
              <th scope="col" className={cn(headCell, openColumn, 'z-20')}>
                <span className="sr-only">Children</span>
              </th>
              <th
                scope="col"
                data-pin="start"
                aria-sort={ariaSort('name', sorting)}
                className={cn(headCell, nameColumn, 'z-20 text-left')}
              >
                <SortHeader sortKey="name" title="Name" isRight={false} sorting={sorting} />
              </th>
              {columns.map(({ id, title, isRight, sortKey }) => (
                <th
                  key={id}
                  scope="col"
                  data-column={id}
                  aria-sort={ariaSort(sortKey, sorting)}
                  className={cn(headCell, 'px-3', isRight ? 'text-right' : 'text-left')}
                >
                  {sortKey === undefined ? (
                    title
                  ) : (
                    <SortHeader sortKey={sortKey} title={title} isRight={isRight} sorting={sorting} />
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={cn('transition-opacity', isRefreshing && 'opacity-60 delay-150')}>
            {isLoading &&
              skeletonRows.map((key) => (
                <tr key={key} className="animate-appear">
                  <SkeletonCells columns={columns} />
                </tr>
              ))}
            {lines.map((line) => {
              if (line.kind !== 'row')
                return (
                  <tr key={line.key} className={line.kind === 'loading' ? 'animate-appear' : undefined}>
                    <ReplacedChildren line={line} columns={columns} />
                  </tr>
                );
              const { row, depth, isOpen } = line;
              const key = row.kind === 'rest' ? null : rowKey(row);
              return (
                <TableRow
                  key={line.key}
                  row={row}
                  depth={depth}
                  isOpen={isOpen}
                  isSelected={selected === null ? undefined : key === selected}
                  columns={columns}
                  account={accountOf(accounts, row)}
                  since={range.since}
                  until={range.until}
                  onSelect={handlers.select}
                  onToggle={handlers.toggle}
                />
              );
            })}
          </tbody>
          {totals.length > 0 && (
            <tfoot className="sticky bottom-0 z-20">
              <TotalsRows totals={totals} columns={columns} />
            </tfoot>
          )}
        </table>
        {!isLoading && lines.length === 0 && <div className="sticky left-0">{empty}</div>}
      </div>
      <ScrollShadows region={region} />
    </div>
  );
};
