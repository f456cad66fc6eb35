import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefObject } from 'react';

export type DetailKeys = { onMove: (by: -1 | 1) => void; onClose: () => void };

const steps: Partial<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

const buttonOf = (key: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] th button`);

/**
 * Up and down show the next row, and Escape closes the detail, even without focus. Inside the table, the arrow keys
 * belong to the table. Opening from the table focuses the detail; closing focuses the row.
 */
export const useDetailKeys = (panel: RefObject<HTMLElement | null>, rowKey: string, keys: DetailKeys): void => {
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    const { target, key } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!(target instanceof Element) || target.matches('input, select, textarea')) return;
    const isHere = target.matches('body, main') || panel.current?.contains(target) === true;
    const step = steps[key];
    if (key === 'Escape' && (isHere || target.closest('[role=grid]'))) keys.onClose();
    else if (step !== undefined && isHere) keys.onMove(step);
    else return;
    event.preventDefault();
  });
  const hadFocus = useRef(false);
  const returnFocus = useEffectEvent((): void => {
    // A closed dialog has already returned the focus to the row.
    if (hadFocus.current || document.activeElement?.closest('[data-row]')) buttonOf(rowKey)?.focus();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => handleKey(event);
    const follow = ({ target }: FocusEvent): void => {
      hadFocus.current = target instanceof Node && panel.current?.contains(target) === true;
    };
    document.addEventListener('keydown', listen);
    document.addEventListener('focusin', follow);
    if (document.activeElement?.closest('[data-row], dialog')) panel.current?.focus({ preventScroll: true });
    return () => {
      document.removeEventListener('keydown', listen);
      document.removeEventListener('focusin', follow);
      returnFocus();
    };
  }, [panel]);
};
