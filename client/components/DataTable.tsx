import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { cn } from '#client/lib/cn.ts';
import { Checkbox } from './Checkbox.tsx';
import { Skeleton } from './Skeleton.tsx';

export type DataColumn<Row> = {
  /** The raw key of the value; header and cells carry it as `data-column`. */
  key: string;
  title: ReactNode;
  /** `number`: right-aligned with figures of equal width; `id`: monospaced. */
  kind?: 'text' | 'number' | 'id';
  /** Widest the column gets, as a class; one line per cell, the rest is cut off. */
  widthClass?: string;
  /** What a cell shows. */
  cell: (row: Row) => ReactNode;
  /**
   * The column stays in sight while the others scroll sideways: at the `start` what a row is about, at the `end` its
   * actions. The first column stays unless another one is kept at the start.
   */
  pin?: 'start' | 'end';
  /** The whole text of a cell that may be cut off. */
  hint?: (row: Row) => string | undefined;
};

type Selection = {
  /** Keys of the ticked rows. */
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  /** Accessible name of a row's box. */
  labelOf: (rowKey: string) => string;
};

type DataTableProps<Row> = {
  /** Names the scrollable region. */
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  selection?: Selection;
  /** Nothing to show yet: rows of grey bars under the real header. */
  isLoading?: boolean;
  /** Newer rows are under way: the old ones stay, dimmed. */
  isRefreshing?: boolean;
  /** Shown under the header when there are no rows. */
  empty: ReactNode;
  /** Tallest the region gets, as a class. */
  heightClass?: string;
  /** Which page the rows are of: another one is read from its top. */
  page?: number;
};

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f'];

const alignOf = (kind: DataColumn<never>['kind']): string =>
  kind === 'number' ? 'text-right tabular-nums' : kind === 'id' ? 'text-left font-mono text-xs' : 'text-left';

/* Sticky cells need a fill of their own, or what scrolls under them shines through. */
const headCell =
  'sticky top-0 z-10 h-9 border-b border-hairline bg-surface px-3 text-xs font-medium whitespace-nowrap text-muted';
const bodyCell = 'h-9 truncate border-b border-hairline bg-surface px-3 group-hover:bg-hover group-last:border-b-0';
const boxColumn = 'left-0 w-10 min-w-10 px-0 text-center';

const toggle = (selected: ReadonlySet<string>, key: string): Set<string> => {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
};

/**
 * Rows of 36 px under a header that stays in sight; a column stays as well while the others scroll sideways. The region
 * takes the focus, so that it scrolls with the arrow keys.
 */
export const DataTable = <Row,>({
  label,
  columns,
  rows,
  rowKey,
  selection,
  isLoading = false,
  isRefreshing = false,
  empty,
  heightClass = 'max-h-[max(20rem,72dvh)]',
  page,
}: DataTableProps<Row>) => {
  const region = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // A scrolling area is out of the keyboard's reach unless it takes the focus.
    if (region.current) region.current.tabIndex = 0;
  }, []);
  const lastPage = useRef(page);
  useLayoutEffect(() => {
    if (lastPage.current === page || !region.current) return;
    lastPage.current = page;
    region.current.scrollTop = 0;
  }, [page]);

  const keys = rows.map(rowKey);
  const selectedCount = selection ? keys.filter((key) => selection.selected.has(key)).length : 0;
  const areAllSelected = keys.length > 0 && selectedCount === keys.length;
  const startKey = (columns.find(({ pin }) => pin === 'start') ?? columns[0])?.key;
  const startOffset = selection ? 'left-10' : 'left-0';

  const toggleAll = (): void => {
    if (!selection) return;
    const next = new Set(selection.selected);
    for (const key of keys) {
      if (areAllSelected) next.delete(key);
      else next.add(key);
    }
    selection.onChange(next);
  };

  return (
    <div className="relative overflow-hidden rounded-md border border-hairline bg-surface">
      {isRefreshing && (
        <div aria-hidden="true" className="absolute inset-x-0 top-0 z-30 animate-appear">
          <div className="h-0.5 animate-pulse bg-accent" />
        </div>
      )}
      <section
        ref={region}
        aria-label={label}
        aria-busy={isLoading || isRefreshing}
        className={cn('overflow-auto', heightClass)}
      >
        <table
          className={cn(
            'w-full border-separate border-spacing-0 text-[13px] transition-opacity',
            isRefreshing && 'opacity-60 delay-150',
          )}
        >
          <thead>
            <tr>
              {selection && (
                <th scope="col" className={cn(headCell, boxColumn, 'z-20')}>
                  <Checkbox
                    aria-label="Select all"
                    className="align-middle"
                    checked={areAllSelected}
                    isIndeterminate={selectedCount > 0 && !areAllSelected}
                    disabled={keys.length === 0}
                    onChange={toggleAll}
                  />
                </th>
              )}
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  data-column={column.key}
                  className={cn(
                    headCell,
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
          <tbody>
            {isLoading
              ? skeletonRows.map((key) => (
                  <tr key={key} className="animate-appear">
                    {selection && (
                      <td className={cn(bodyCell, boxColumn)}>
                        <Skeleton className="mx-auto w-4" />
                      </td>
                    )}
                    {columns.map((column) => (
                      <td key={column.key} className={cn(bodyCell, column.widthClass)}>
                        <Skeleton className="w-20" />
                      </td>
                    ))}
                  </tr>
                ))
              : rows.map((row, rowIndex) => {
                  const key = keys[rowIndex] ?? String(rowIndex);
                  return (
                    <tr key={key} className="group">
                      {selection && (
                        <td className={cn(bodyCell, boxColumn, 'sticky z-10')}>
                          <Checkbox
                            aria-label={selection.labelOf(key)}
                            className="align-middle"
                            checked={selection.selected.has(key)}
                            onChange={() => selection.onChange(toggle(selection.selected, key))}
                          />
                        </td>
                      )}
                      {columns.map((column) => (
                        <td
                          key={column.key}
                          data-column={column.key}
                          title={column.hint?.(row)}
                          className={cn(
                            bodyCell,
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
      </section>
      {!isLoading && rows.length === 0 && empty}
    </div>
  );
};
