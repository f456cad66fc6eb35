import { useDroppable } from '@dnd-kit/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { SpinnerMark } from '#client/components/states/SpinnerMark.tsx';
import { StatusMark } from '#client/features/leadWork/StatusMark.tsx';
import { cn } from '#client/lib/cn.ts';
import { formatInteger, formatMoney } from '#client/lib/format.ts';
import type { BoardColumn, LeadFilterQuery } from '#shared/contracts/leadWork.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { messages } from '#shared/messages.ts';
import { useMoreCards } from './board.api.ts';
import { Card, leadOf } from './Card.tsx';
import type { CardMoves } from './useCardMoves.ts';

type ColumnProps = Omit<ComponentProps<typeof Card>, 'lead'> & {
  column: BoardColumn;
  status: LeadStatus;
  query: LeadFilterQuery;
  withMoves: CardMoves['withMoves'];
};

/** Loads more leads when the end of the column comes into sight. */
const useMore = (query: LeadFilterQuery, { statusId, leads, totalItems }: BoardColumn) => {
  const [isStarted, setIsStarted] = useState(false);
  const more = useMoreCards(query, statusId, { isEnabled: isStarted });
  const end = useRef<HTMLLIElement>(null);
  const loaded = more.data?.pages.length ?? 0;
  const hasMore = totalItems > leads.length && (!isStarted || more.hasNextPage || more.isPending);
  const load = useEffectEvent((pages: number) => {
    // This observer was created before the last page loaded.
    if (pages !== loaded) return;
    if (!isStarted) setIsStarted(true);
    else if (more.hasNextPage && !more.isFetching && !more.isError) void more.fetchNextPage();
  });
  useEffect(() => {
    const element = end.current;
    if (!element || !hasMore) return undefined;
    // Observe again after each page: the end may already be in sight.
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) load(loaded);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, loaded]);
  const known = new Map(
    [...leads, ...(more.data?.pages ?? []).flatMap(({ data }) => data)].map((lead) => [lead.id, lead]),
  );
  return { cards: [...known.values()], end, hasMore, more };
};

/** A status of the board with its leads. */
export const Column = ({ column, status, query, withMoves, ...card }: ColumnProps) => {
  const { cards: known, end, hasMore, more } = useMore(query, column);
  const { setNodeRef, isOver, active } = useDroppable({ id: status.id });
  const { cards, totalItems } = withMoves(column, known);
  return (
    <section
      aria-label={status.name}
      data-step={status.id}
      className={cn(
        'flex max-h-[max(24rem,calc(100dvh-17rem))] w-72 shrink-0 snap-start flex-col rounded-md border bg-hover/60 max-sm:w-[82vw]',
        isOver && leadOf(active)?.statusId !== status.id ? 'border-accent' : 'border-hairline',
      )}
    >
      <header className="flex min-h-10 flex-wrap items-baseline gap-x-2 px-3 py-2">
        <h2 className="min-w-0 text-[13px] font-medium">
          <StatusMark status={status} />
        </h2>
        <span className="text-xs text-muted tabular-nums">{formatInteger(totalItems)}</span>
        {column.values.length > 0 && (
          <span className="ml-auto text-right text-xs tabular-nums">
            {column.values.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ')}
          </span>
        )}
      </header>
      <div className="flex-1 overflow-y-auto">
        <ul ref={setNodeRef} className="grid min-h-24 auto-rows-min grid-cols-1 gap-2 px-2 pb-2">
          {cards.map((lead) => (
            <li key={lead.id}>
              <Card lead={lead} {...card} />
            </li>
          ))}
          {hasMore && (
            <li ref={end} className="grid min-h-8 place-items-center text-xs text-muted">
              {more.isError ? (
                <span className="flex items-center gap-2">
                  {messages.leadWork.cardsFailed}
                  <Button size="sm" onClick={() => void more.refetch()} isBusy={more.isFetching}>
                    Retry
                  </Button>
                </span>
              ) : (
                <SpinnerMark className="size-4" />
              )}
            </li>
          )}
          {cards.length === 0 && !hasMore && <li className="px-1 py-2 text-xs text-muted">No leads</li>}
        </ul>
      </div>
    </section>
  );
};
