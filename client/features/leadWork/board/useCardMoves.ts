import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { BoardColumn, WorkedLead } from '#shared/contracts/leadWork.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { messages } from '#shared/messages.ts';
import { useMoveCard } from './board.api.ts';
import type { CardMove } from './board.api.ts';

const nameOf = ({ name }: WorkedLead): string => name || 'The lead';

/** Moves cards. Shows a card in its new column at once, and corrects it after the server's response. */
export const useCardMoves = (board: RefObject<HTMLElement | null>, ladder: readonly LeadStatus[]) => {
  const { mutateAsync } = useMoveCard();
  const [pending, setPending] = useState<readonly CardMove[]>([]);
  /** Announced to screen readers. */
  const [announcement, setAnnouncement] = useState('');
  /** The card to focus in its new column. */
  const focused = useRef<string | null>(null);

  useLayoutEffect(() => {
    const id = focused.current;
    const card = id !== null && board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
    // A keyboard move removes the focused element.
    if (card && document.activeElement === document.body) card.focus();
  });

  const move = async (lead: WorkedLead, statusId: string, { keepsFocus }: { keepsFocus: boolean }): Promise<void> => {
    const step = ladder.find(({ id }) => id === statusId);
    if (!step || lead.statusId === statusId || pending.some((each) => each.lead.id === lead.id)) return;
    if (keepsFocus) focused.current = lead.id;
    setPending((known) => [...known, { lead, statusId }]);
    try {
      await mutateAsync({ lead, statusId });
      setAnnouncement(messages.leadWork.moved(nameOf(lead), step.name));
    } catch {
      // `useMoveCard` has shown the reason. The card returns to its stored column.
      setAnnouncement(messages.leadWork.notMoved(nameOf(lead)));
    } finally {
      if (keepsFocus) focused.current = lead.id;
      setPending((known) => known.filter((each) => each.lead.id !== lead.id));
    }
  };

  /** Applies pending moves to a column. */
  const withMoves = (column: BoardColumn, cards: readonly WorkedLead[]) => {
    const into = pending.filter(({ statusId }) => statusId === column.statusId);
    const moved = pending.map(({ lead }) => lead.id);
    const others = cards.filter(({ id }) => !moved.includes(id));
    const left = pending.filter(({ lead }) => lead.statusId === column.statusId).length;
    return {
      cards: [...into.map(({ lead }) => lead), ...others],
      totalItems: Math.max(0, column.totalItems + into.length - left),
    };
  };

  /** Called when another card takes the focus. */
  const releaseFocus = (): void => {
    focused.current = null;
  };

  return { move, withMoves, announcement, releaseFocus };
};
export type CardMoves = ReturnType<typeof useCardMoves>;
