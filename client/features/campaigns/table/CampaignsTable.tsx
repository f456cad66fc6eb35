import { Fragment, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { ScrollShadows } from '#client/components/tables/ScrollShadows.tsx';
import { ariaSort, SortHeader } from '#client/components/tables/SortHeader.tsx';
import type { Sorting } from '#client/components/tables/SortHeader.tsx';
import { useListState } from '#client/components/states/OfflineState.tsx';
import { useGrid } from '#client/components/tables/useGrid.ts';
import { cn } from '#client/lib/cn.ts';
import { useIsPrinting } from '#client/lib/hooks/useIsPrinting.ts';
import type { AdLevel, CampaignSortKey } from '#shared/campaigns.ts';
import type { CampaignAccount, CampaignRow, CampaignTotals } from '#shared/contracts/campaigns.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { Column } from '../columns.ts';
import { levelTitles } from '../words.ts';
import { blockAt, countLines, indexOfKey, lineAt } from './blocks.ts';
import type { Block } from './blocks.ts';
import { SkeletonCells } from './placeholderCells.tsx';
import { TableLine } from './TableLine.tsx';
import { headCell, nameColumn, openColumn } from './tableStyles.ts';
import { TotalsRows } from './TotalsRows.tsx';
import { rowHeights, useRowWindow } from './useRowWindow.ts';
import type { RowWindow } from './useRowWindow.ts';
import { useSteadyColumns } from './useSteadyColumns.ts';

type CampaignsTableProps = {
  level: AdLevel;
  /** Without columns, the figures stand below the name. */
  columns: readonly Column[];
  /** All rows, loaded or not. */
  blocks: readonly Block[];
  totals: readonly CampaignTotals[];
  accounts: readonly CampaignAccount[];
  range: DateRange;
  sorting: Sorting<CampaignSortKey>;
  /** Identifies the list. A new list has a new value. */
  list: string;
  /** The page at the top of the visible region. */
  page: number;
  /**
   * Called when scrolling stops.
   * @param top the page at the top; `from` and `to` are the pages of all rendered rows
   */
  onShow: (pages: { top: number; from: number; to: number }) => void;
  /** Key of the row shown in the detail. */
  selected: string | null;
  onSelect: (key: string | null) => void;
  onToggle: (row: CampaignRow) => void;
  /** No rows yet: shows skeleton rows under the real header. */
  isLoading: boolean;
  /** Other rows are loading: the old rows stay, dimmed. */
  isRefreshing: boolean;
  /** Shown under the header if there are no rows. */
  empty: ReactNode;
};

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Indexes of the rows to render, in order: the rows of the window, or all loaded rows for printing. */
const renderedIndexes = (blocks: readonly Block[], { first, last, kept }: RowWindow, isPrinting: boolean): number[] => {
  if (isPrinting) return blocks.flatMap(({ start, lines }) => lines?.map((_line, position) => start + position) ?? []);
  const inWindow = Array.from({ length: last - first }, (_row, position) => first + position);
  if (kept === null || (kept >= first && kept < last)) return inWindow;
  return kept < first ? [kept, ...inWindow] : [...inWindow, kept];
};

/** Takes the height of rows that are not rendered. */
const Spacer = ({ rows, rowHeight, columns }: { rows: number; rowHeight: number; columns: readonly Column[] }) =>
  rows > 0 && (
    <tr aria-hidden="true">
      <td colSpan={columns.length + 2} className="p-0" style={{ height: rows * rowHeight }}>
        {null}
      </td>
    </tr>
  );

/** Campaigns, ad sets and ads with their totals. One tab stop; arrow keys move inside. */
export const CampaignsTable = (props: CampaignsTableProps) => {
  const { level, columns, blocks, totals, accounts, range, sorting, page, selected, onSelect, onToggle, isRefreshing } =
    props;
  const { isLoading, empty } = useListState(props);
  const region = useRef<HTMLDivElement>(null);
  const grid = useGrid(undefined);
  const isPrinting = useIsPrinting();
  const count = countLines(blocks);
  /** The page last written to the address. */
  const shownPage = useRef(1);
  const rowHeight = columns.length === 0 ? rowHeights.card : rowHeights.columns;
  const { rendered, reveal, revealFocused } = useRowWindow(region, {
    count,
    rowHeight,
    list: props.list,
    onRest: (top, { first, last }) => {
      if (count === 0) return;
      const [atTop, from, to] = [top, first, Math.min(last, count) - 1].map((row) => blockAt(blocks, row)?.page ?? 1);
      if (atTop === undefined || from === undefined || to === undefined) return;
      shownPage.current = atTop;
      props.onShow({ top: atTop, from, to });
    },
  });
  useSteadyColumns(region, rendered.last - rendered.first < count);

  const showPage = useEffectEvent((wanted: number): void => {
    if (shownPage.current === wanted) return;
    shownPage.current = wanted;
    reveal(blocks[wanted - 1]?.start ?? count - 1, 'top');
  });
  const hasRows = count > 0;
  useLayoutEffect(() => {
    if (hasRows) showPage(page);
  }, [page, hasRows]);

  const showRow = useEffectEvent((key: string): void => {
    const row = region.current?.querySelector(`[data-row="${CSS.escape(key)}"]`);
    // Also runs without focus: the detail's arrow keys move the selection too.
    if (row) row.scrollIntoView({ block: 'nearest' });
    const index = row ? -1 : indexOfKey(blocks, key);
    if (index >= 0) reveal(index, 'middle');
  });
  useLayoutEffect(() => {
    if (selected !== null) showRow(selected);
  }, [selected]);

  // Stable callbacks, so that a row renders again only when it changes.
  const latest = useRef({ onSelect, onToggle });
  useLayoutEffect(() => {
    latest.current = { onSelect, onToggle };
  });
  const [handlers] = useState(() => ({
    select: (key: string) => latest.current.onSelect(key),
    toggle: (row: CampaignRow) => latest.current.onToggle(row),
  }));

  const handleKey = (event: KeyboardEvent): void => {
    revealFocused();
    grid.onKeyDown(event);
    if (selected === null) return;
    // The detail follows the focus.
    const row = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    if (event.defaultPrevented && row !== undefined && row !== selected) onSelect(row);
  };
  const keyboard = { ...grid, onKeyDown: handleKey };
  const indexes = renderedIndexes(blocks, rendered, isPrinting);

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
          aria-rowcount={1 + count + totals.length}
          className="w-full border-separate border-spacing-0 text-[13px]"
        >
          <thead className="max-sm:sr-only">
            <tr aria-rowindex={1}>
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
            {indexes.map((index, position) => {
              const before = (
                <Spacer rows={index - (indexes[position - 1] ?? -1) - 1} rowHeight={rowHeight} columns={columns} />
              );
              const line = lineAt(blocks, index);
              return (
                <Fragment key={line?.key ?? `row ${index}`}>
                  {!isPrinting && before}
                  <TableLine
                    line={line}
                    index={index}
                    columns={columns}
                    accounts={accounts}
                    range={range}
                    selected={selected}
                    onSelect={handlers.select}
                    onToggle={handlers.toggle}
                  />
                </Fragment>
              );
            })}
            {!isPrinting && (
              <Spacer rows={count - 1 - (indexes.at(-1) ?? count - 1)} rowHeight={rowHeight} columns={columns} />
            )}
          </tbody>
          {totals.length > 0 && (
            <tfoot className="sticky bottom-0 z-20 max-sm:static [@media(height<30rem)]:static">
              <TotalsRows totals={totals} columns={columns} firstIndex={count + 2} />
            </tfoot>
          )}
        </table>
        {!isLoading && count === 0 && <div className="sticky left-0">{empty}</div>}
      </div>
      <ScrollShadows region={region} />
    </div>
  );
};
