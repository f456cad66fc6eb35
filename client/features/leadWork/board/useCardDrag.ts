import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';

/** A mouse drags after this distance; a finger after this time, because before it scrolls. */
const startDistancePx = 6;
const holdMs = 350;
/** Near an edge of the board, it scrolls. */
const edgePx = 48;
const scrollStepPx = 16;

export type Drag = {
  lead: WorkedLead;
  /** Where the card is. */
  x: number;
  y: number;
  width: number;
  /** The step under the pointer. */
  over: string | null;
};

const stepAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-step]')?.dataset['step'] ?? null;

/** The click that may follow a drag at once would open the lead. */
const swallowClick = (): void => {
  const waiting = new AbortController();
  window.addEventListener('click', (click) => click.stopPropagation(), { capture: true, signal: waiting.signal });
  setTimeout(() => waiting.abort());
};

/**
 * Drags cards with pointer events.
 * @param board what scrolls sideways
 */
export const useCardDrag = (
  board: RefObject<HTMLElement | null>,
  onDrop: (lead: WorkedLead, statusId: string) => void,
) => {
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = useRef(false);
  const gesture = useRef<AbortController>(null);
  const drop = useEffectEvent(onDrop);

  useEffect(() => {
    const element = board.current;
    // A finger that drags does not scroll. React's listener could not prevent it.
    const stay = (event: TouchEvent): void => {
      if (isDragging.current) event.preventDefault();
    };
    element?.addEventListener('touchmove', stay, { passive: false });
    return () => {
      element?.removeEventListener('touchmove', stay);
      gesture.current?.abort();
    };
  }, [board]);

  const start = (event: ReactPointerEvent<HTMLElement>, lead: WorkedLead): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    gesture.current?.abort();
    const ending = new AbortController();
    gesture.current = ending;
    const { signal } = ending;
    const { pointerId, pointerType, clientX, clientY, currentTarget } = event;
    const box = currentTarget.getBoundingClientRect();
    const at = { x: clientX, y: clientY };
    const show = (): void =>
      setDrag({
        lead,
        x: box.left + at.x - clientX,
        y: box.top + at.y - clientY,
        width: box.width,
        over: stepAt(at.x, at.y),
      });
    const begin = (): void => {
      isDragging.current = true;
      show();
    };
    const end = (): void => {
      isDragging.current = false;
      setDrag(null);
      ending.abort();
    };
    const hold = pointerType === 'mouse' ? undefined : setTimeout(begin, holdMs);
    const scrolling = setInterval(() => {
      const edges = isDragging.current && board.current?.getBoundingClientRect();
      if (!edges) return;
      const by = at.x > edges.right - edgePx ? scrollStepPx : at.x < edges.left + edgePx ? -scrollStepPx : 0;
      if (by !== 0) board.current?.scrollBy({ left: by });
    }, 16);
    signal.addEventListener('abort', () => {
      clearTimeout(hold);
      clearInterval(scrolling);
    });
    window.addEventListener(
      'pointermove',
      (moved) => {
        if (moved.pointerId !== pointerId) return;
        [at.x, at.y] = [moved.clientX, moved.clientY];
        const isFar = Math.hypot(at.x - clientX, at.y - clientY) > startDistancePx;
        if (isDragging.current) show();
        else if (isFar && pointerType === 'mouse') begin();
        else if (isFar) end();
      },
      { signal },
    );
    window.addEventListener(
      'pointerup',
      (ended) => {
        if (ended.pointerId !== pointerId) return;
        const over = isDragging.current ? stepAt(at.x, at.y) : null;
        if (isDragging.current) swallowClick();
        end();
        if (over !== null) drop(lead, over);
      },
      { signal },
    );
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Escape') end();
      },
      { signal },
    );
  };

  return { drag, start };
};
