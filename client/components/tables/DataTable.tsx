import { Suspense, useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#client/lib/cn.ts';
import { Checkbox } from '#client/components/forms/Checkbox.tsx';
import { useIsNarrow } from '#client/lib/hooks/useMediaQuery.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import type { ListProps } from './CardList.tsx';
import { ScrollShadows } from './ScrollShadows.tsx';
import { useListState } from '#client/components/states/OfflineState.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { useGrid } from './useGrid.ts';

const CardList = lazyScreen(async () => (await import('./CardList.tsx')).CardList);

export type DataColumn<Row> = {
  /** Raw key of the value. Header and cells have it as `data-column`. */
  key: string;
  title: ReactNode;
  /** `number`: right-aligned with tabular digits. `id`: monospaced. */
  kind?: 'text' | 'number' | 'id';
  /** Maximum width, as a class. A cell has one line and cuts off the rest. */
  widthClass?: string;
  cell: (row: Row) => ReactNode;
  /**
   * Keeps the column visible during sideways scrolling: the row's name at the `start`, its actions at the `end`. The
   * first column is pinned unless another one is pinned to the start.
   */
  pin?: 'start' | 'end';
  /** Hidden until selected in the `ColumnsMenu` of the table. */
  isHiddenAtFirst?: boolean;
  /** Full text of a cell that may be cut off. */
  hint?: (row: Row) => string | undefined;
  /** Sort key of the column. `sortedColumns` turns the title into a sort button. */
  sortKey?: string;
  /** Set if the rows are sorted by this column. */
  ariaSort?: 'ascending' | 'descending' | undefined;
};

type DataTableProps<Row> = ListProps & {
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  /** Maximum height, as a class. */
  heightClass?: string;
  /** The content of a row's card, which replaces the row in narrow windows. Without it, the table stays a table. */
  renderCard?: (row: Row) => ReactNode;
  /** What a row does besides its widgets. */
  rowProps?: (row: Row) => Pick<ComponentProps<'tr'>, 'className' | 'onClick' | 'onKeyDown'>;
};

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f'];

const alignOf = (kind: DataColumn<never>['kind']): string =>
  kind === 'number' ? 'text-right tabular-nums' : kind === 'id' ? 'text-start font-mono text-xs' : 'text-start';

/* Sticky cells need their own background. Otherwise cells that scroll under them show through. */
const headCell =
  'sticky top-0 z-10 h-9 border-b border-hairline bg-surface text-xs font-medium whitespace-nowrap text-muted';
const bodyCell =
  'h-9 truncate border-b border-hairline bg-surface group-last:border-b-0 group-hover:bg-hover group-data-selected:bg-accent-tint pointer-coarse:h-11';
const boxColumn = 'left-0 w-10 min-w-10';

/** The keys from `first` to `last`, both included. Only `last` if `first` is missing. */
const keysBetween = (keys: readonly string[], first: string | null, last: string): readonly string[] => {
  const from = first === null ? -1 : keys.indexOf(first);
  const to = keys.indexOf(last);
  return from === -1 ? [last] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
};

/** The whole cell toggles the checkbox. With the cell's border it is as high as a row. */
const BoxCell = ({ children }: { children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox has its own name
  <label className="grid h-[35px] cursor-pointer place-items-center select-none has-disabled:cursor-default pointer-coarse:h-[43px]">
    {children}
  </label>
);

const Table = <Row,>({
  label,
  columns,
  rows,
  rowKey,
  selection,
  isLoading = false,
  isRefreshing = false,
  empty,
  heightClass = 'max-h-[max(20rem,66dvh)]',
  page,
  rowProps,
}: Omit<DataTableProps<Row>, 'renderCard'>) => {
  const region = useRef<HTMLDivElement>(null);
  const grid = useGrid(page);

  const keys = rows.map(rowKey);
  const selectedCount = selection ? keys.filter((key) => selection.selected.has(key)).length : 0;
  const areAllSelected = keys.length > 0 && selectedCount === keys.length;
  const startKey = (columns.find(({ pin }) => pin === 'start') ?? columns[0])?.key;
  const startOffset = selection ? 'left-10' : 'left-0';

  /** Start of a range selection with Shift. */
  const lastTicked = useRef<string | null>(null);

  const toggleAll = (): void => {
    if (!selection) return;
    const next = new Set(selection.selected);
    for (const key of keys) {
      if (areAllSelected) next.delete(key);
      else next.add(key);
    }
    selection.onChange(next);
  };
  const select = (key: string, isSelected: boolean, isRange: boolean): void => {
    if (!selection) return;
    const next = new Set(selection.selected);
    for (const each of keysBetween(keys, isRange ? lastTicked.current : null, key)) {
      if (isSelected) next.add(each);
      else next.delete(each);
    }
    lastTicked.current = key;
    selection.onChange(next);
  };

  return (
    <div className="relative overflow-hidden rounded-md border border-hairline bg-surface">
      {isRefreshing && (
        <div aria-hidden="true" className="absolute inset-x-0 top-0 z-30 animate-appear">
          <div className="h-0.5 animate-pulse bg-accent" />
        </div>
      )}
      <div ref={region} className={cn('overflow-auto', heightClass)}>
        <table
          {...grid}
          aria-label={label}
          aria-busy={isLoading || isRefreshing}
          aria-readonly="true"
          className="w-full border-separate border-spacing-0 text-[13px]"
        >
          <thead>
            <tr>
              {selection && (
                <th scope="col" className={cn(headCell, boxColumn, 'z-20')}>
                  <BoxCell>
                    <Checkbox
                      aria-label="Select all"
                      checked={areAllSelected}
                      isIndeterminate={selectedCount > 0 && !areAllSelected}
                      disabled={keys.length === 0}
                      onChange={toggleAll}
                    />
                  </BoxCell>
                </th>
              )}
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  data-column={column.key}
                  data-pin={column.key === startKey ? 'start' : column.pin === 'end' ? 'end' : undefined}
                  title={typeof column.title === 'string' ? column.title : undefined}
                  aria-sort={column.ariaSort}
                  className={cn(
                    headCell,
                    'truncate px-3',
                    column.widthClass ?? 'max-w-72',
                    column.kind === 'number' ? 'text-right' : 'text-left',
                    column.key === startKey && `z-20 ${startOffset}`,
                    column.pin === 'start' && 'border-r',
                    column.pin === 'end' && 'right-0 z-20 border-l',
                  )}
                >
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={cn('transition-opacity', isRefreshing && 'opacity-60 delay-150')}>
            {isLoading
              ? skeletonRows.map((key) => (
                  <tr key={key} className="animate-appear">
                    {selection && (
                      <td className={cn(bodyCell, boxColumn)}>
                        <Skeleton className="mx-auto w-4" />
                      </td>
                    )}
                    {columns.map((column) => (
                      <td key={column.key} className={cn(bodyCell, 'px-3', column.widthClass)}>
                        <Skeleton className={cn('w-20', column.kind === 'number' && 'ml-auto w-14')} />
                      </td>
                    ))}
                  </tr>
                ))
              : rows.map((row, rowIndex) => {
                  const key = keys[rowIndex] ?? String(rowIndex);
                  const own = rowProps?.(row);
                  return (
                    <tr
                      key={key}
                      data-selected={selection?.selected.has(key) === true || undefined}
                      {...own}
                      className={cn('group', own?.className)}
                    >
                      {selection && (
                        <td className={cn(bodyCell, boxColumn, 'sticky z-10')}>
                          <BoxCell>
                            <Checkbox
                              aria-label={selection.labelOf(key)}
                              checked={selection.selected.has(key)}
                              onChange={({ currentTarget: { checked }, nativeEvent }) =>
                                select(key, checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                              }
                            />
                          </BoxCell>
                        </td>
                      )}
                      {columns.map((column) => (
                        <td
                          key={column.key}
                          role={column.key === startKey ? 'rowheader' : undefined}
                          data-column={column.key}
                          title={column.hint?.(row)}
                          // Truncates a right-to-left text at its end.
                          dir={column.kind === 'number' ? undefined : 'auto'}
                          className={cn(
                            bodyCell,
                            'px-3',
                            alignOf(column.kind),
                            column.widthClass ?? 'max-w-72',
                            column.key === startKey && `sticky z-10 max-sm:max-w-36 ${startOffset}`,
                            column.pin === 'start' && 'border-r',
                            column.pin === 'end' && 'sticky right-0 z-10 border-l',
                          )}
                        >
                          {column.cell(row)}
                        </td>
                      ))}
                    </tr>
                  );
                })}
          </tbody>
        </table>
      </div>
      <ScrollShadows region={region} />
      {!isLoading && rows.length === 0 && empty}
    </div>
  );
};

/**
 * Rows of 36 px under a sticky header, with optionally pinned columns. The table is one tab stop. Arrow keys move
 * inside it. In narrow windows the rows are cards, if the table has them.
 */
export const DataTable = <Row,>({ renderCard, ...given }: DataTableProps<Row>) => {
  const isNarrow = useIsNarrow();
  const table = { ...given, ...useListState(given) };
  if (!renderCard || !isNarrow) return <Table {...table} />;
  const { columns: _columns, heightClass: _height, rowProps: _rowProps, rows, rowKey, ...list } = table;
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      <CardList {...list} cards={rows.map((row, index) => ({ key: rowKey(row, index), content: renderCard(row) }))} />
    </Suspense>
  );
};
