import { DragOverlay } from '@dnd-kit/core';
import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { DragArea } from '#client/components/drag/DragArea.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { OfflineState } from '#client/components/states/OfflineState.tsx';
import { ListBanner } from '#client/components/states/ListBanner.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { WorkEmpty } from '#client/features/leadWork/list/WorkEmpty.tsx';
import type { WorkAddress } from '#client/features/leadWork/useWorkAddress.ts';
import { cn } from '#client/lib/cn.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import type { BoardColumn, WorkedLead } from '#shared/contracts/leadWork.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { messages } from '#shared/messages.ts';
import { useBoard } from './board.api.ts';
import { DraggedCard, leadOf } from './Card.tsx';
import type { Members } from './Card.tsx';
import { neighborOf } from './cardFocus.ts';
import { Column } from './Column.tsx';
import { columnAt } from './columnAt.ts';
import { useCardMoves } from './useCardMoves.ts';

type BoardProps = {
  address: WorkAddress;
  ladder: readonly LeadStatus[];
  members: Members;
  onOpen: (id: string) => void;
};

const boardStyles = 'flex items-start gap-3 pb-2';

/** Cards have no order within a column, so its list does not move during a drag. */
const isAroundColumns = (part: Element): boolean => !part.closest('[data-step]');

type ColumnsProps = BoardProps & { columns: readonly BoardColumn[]; isRefreshing: boolean };

const Columns = ({ columns, address, ladder, members, isRefreshing, onOpen }: ColumnsProps) => {
  const board = useRef<HTMLElement>(null);
  const { move, withMoves, announcement, releaseFocus } = useCardMoves(board, ladder);

  const handleKey = (event: KeyboardEvent, lead: WorkedLead): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    if (!event.shiftKey) {
      releaseFocus();
      neighborOf(event.currentTarget, event.key)?.focus();
      return;
    }
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const to = columns[columns.findIndex(({ statusId }) => statusId === lead.statusId) + by];
    if (by !== 0 && to) void move(lead, to.statusId, { keepsFocus: true });
  };

  const hasCards = columns.some(({ totalItems }) => totalItems > 0);
  return (
    <DragArea
      collisionDetection={columnAt}
      canScroll={isAroundColumns}
      onDragEnd={({ active, over }) => {
        const lead = leadOf(active);
        if (lead && over) void move(lead, String(over.id), { keepsFocus: false });
      }}
    >
      <section
        ref={board}
        aria-label="Board"
        // An empty list contains nothing focusable, so the keyboard could not scroll it.
        tabIndex={hasCards ? undefined : 0}
        data-board=""
        aria-busy={isRefreshing}
        className={cn(
          boardStyles,
          // Scroll snapping would stop the board from following a dragged card.
          'snap-x snap-proximity overflow-x-auto has-data-dragged:snap-none',
          isRefreshing && 'opacity-60 delay-150',
        )}
      >
        {columns.map((column) => {
          const status = ladder.find(({ id }) => id === column.statusId);
          return (
            status && (
              <Column
                key={column.statusId}
                column={column}
                status={status}
                members={members}
                query={address.query}
                withMoves={withMoves}
                onOpen={onOpen}
                onKey={handleKey}
              />
            )
          );
        })}
      </section>
      <p className="text-xs text-muted pointer-coarse:hidden">
        Drag a card to another status, or press Shift and an arrow key.
      </p>
      <output className="sr-only">{announcement}</output>
      <DragOverlay dropAnimation={null}>
        <DraggedCard members={members} />
      </DragOverlay>
    </DragArea>
  );
};

/** Leads from all sources as cards, by status. */
export const Board = (props: BoardProps) => {
  const { address } = props;
  const board = useBoard(address.query, { isEnabled: address.saved.isReady });
  const { data, error, isFetching, isPaused, isPlaceholderData, refetch } = board;
  if (!data)
    return error ? (
      <ErrorPanel
        message={messageOf(error, messages.leadWork.boardFailed)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    ) : isPaused ? (
      <OfflineState />
    ) : (
      // Not scrollable: without a focusable element, the keyboard could not scroll it.
      <div className={cn(boardStyles, 'overflow-hidden')} aria-busy="true">
        <output className="sr-only">Loading the board</output>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-80 w-72 shrink-0" />
        ))}
      </div>
    );
  const isEmpty = data.every(({ totalItems }) => totalItems === 0);
  return (
    <>
      <ListBanner query={board} hasRows={!isEmpty} />
      {isEmpty && address.hasFilter ? (
        <WorkEmpty address={{ ...address, page: 1 }} leads={board} />
      ) : (
        <Columns {...props} columns={data} isRefreshing={isFetching && isPlaceholderData} />
      )}
    </>
  );
};
