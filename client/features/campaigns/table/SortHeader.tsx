import { ArrowDown, ArrowUp } from 'lucide-react';
import { cn } from '#client/lib/cn.ts';
import type { CampaignSortKey } from '#shared/campaigns.ts';

export type Sorting = { key: CampaignSortKey; order: 'asc' | 'desc'; onSort: (key: CampaignSortKey) => void };

type SortHeaderProps = { sortKey: CampaignSortKey; title: string; isRight: boolean; sorting: Sorting };

/** Value of `aria-sort` of a column. */
export const ariaSort = (
  key: CampaignSortKey | undefined,
  sorting: Sorting,
): 'ascending' | 'descending' | undefined => {
  if (key !== sorting.key) return undefined;
  return sorting.order === 'asc' ? 'ascending' : 'descending';
};

/** The title of a column as a button that sorts. */
export const SortHeader = ({ sortKey, title, isRight, sorting }: SortHeaderProps) => {
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
