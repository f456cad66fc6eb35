import { ArrowDown, ArrowUp } from 'lucide-react';
import { cn } from '#client/lib/cn.ts';

export type Sorting<Key extends string = string> = { key: Key; order: 'asc' | 'desc'; onSort: (key: Key) => void };

type SortHeaderProps<Key extends string> = { sortKey: Key; title: string; isRight: boolean; sorting: Sorting<Key> };

/** Value of `aria-sort` of a column. */
export const ariaSort = <Key extends string>(
  key: Key | undefined,
  sorting: Pick<Sorting<Key>, 'key' | 'order'>,
): 'ascending' | 'descending' | undefined => {
  if (key !== sorting.key) return undefined;
  return sorting.order === 'asc' ? 'ascending' : 'descending';
};

/** The title of a column as a button that sorts. */
export const SortHeader = <Key extends string>({ sortKey, title, isRight, sorting }: SortHeaderProps<Key>) => {
  const isSorted = sortKey === sorting.key;
  const Arrow = isSorted && sorting.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(sortKey)}
      className={cn(
        'group/sort inline-flex h-8 items-center gap-1 rounded-sm hover:text-fg',
        isRight && 'flex-row-reverse',
        isSorted && 'text-fg',
      )}
    >
      {title}
      <Arrow
        aria-hidden="true"
        className={cn(
          'size-3 shrink-0 print:hidden',
          !isSorted && 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60',
        )}
      />
    </button>
  );
};
