import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Checkbox } from '#client/components/forms/Checkbox.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { cn } from '#client/lib/cn.ts';

type Selection = {
  /** Keys of the selected rows. */
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  /** Accessible name of a row's checkbox. */
  labelOf: (rowKey: string) => string;
};

/** A list, as rows or as cards. */
export type ListProps = {
  /** Accessible name of the list. */
  label: string;
  selection?: Selection;
  /** No rows yet: shows the skeleton of some. */
  isLoading?: boolean;
  /** Newer rows are loading. The old rows stay, dimmed. */
  isRefreshing?: boolean;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** A page change scrolls the list to its top. */
  page?: number;
};

type CardListProps = ListProps & { cards: readonly { key: string; content: ReactNode }[] };

const skeletonCards = ['a', 'b', 'c', 'd', 'e', 'f'];
const cardStyles = 'relative flex items-start gap-2 border-t border-hairline p-3 first:border-t-0';

/** The rows of a table in a window that is too narrow for one. */
export const CardList = ({
  label,
  cards,
  selection,
  isLoading = false,
  isRefreshing = false,
  empty,
  page,
}: CardListProps) => {
  const top = useRef<HTMLDivElement>(null);
  const lastPage = useRef(page);
  useLayoutEffect(() => {
    if (lastPage.current === page) return;
    lastPage.current = page;
    top.current?.scrollIntoView({ block: 'nearest' });
  }, [page]);

  const select = (key: string, isSelected: boolean): void => {
    const next = new Set(selection?.selected);
    if (isSelected) next.add(key);
    else next.delete(key);
    selection?.onChange(next);
  };
  return (
    <div ref={top} className="scroll-mt-16 overflow-hidden rounded-md border border-hairline bg-surface">
      {isLoading &&
        skeletonCards.map((key) => (
          <div key={key} aria-hidden="true" className={cn(cardStyles, 'animate-appear flex-col')}>
            <Skeleton className="w-40" />
            <Skeleton className="w-56" />
          </div>
        ))}
      <ul
        aria-label={label}
        aria-busy={isLoading || isRefreshing}
        className={cn('transition-opacity', isRefreshing && 'opacity-60 delay-150')}
      >
        {!isLoading &&
          cards.map(({ key, content }) => {
            const isSelected = selection?.selected.has(key) === true;
            return (
              <li key={key} className={cn(cardStyles, isSelected && 'bg-accent-tint')}>
                {selection && (
                  // Above the button of the card, and wide enough for a thumb.
                  // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox has its own name
                  <label className="relative z-10 -m-3 flex p-3 pt-3.5">
                    <Checkbox
                      aria-label={selection.labelOf(key)}
                      checked={isSelected}
                      onChange={({ currentTarget: { checked } }) => select(key, checked)}
                    />
                  </label>
                )}
                <div className="min-w-0 flex-1">{content}</div>
              </li>
            );
          })}
      </ul>
      {!isLoading && cards.length === 0 && empty}
    </div>
  );
};
