import { useEffect, useEffectEvent } from 'react';
import { isShortcutKey } from './isShortcutKey.ts';

type PageKeys = { canGoBack: boolean; canGoOn: boolean; onPrevious: () => void; onNext: () => void };

/** Keys that move within a table or tabs do not turn pages. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('[role=grid], section[aria-label]:has(table), [role=tablist]') !== null;

/** The left and right arrow keys turn pages unless a field has the focus. */
export const usePageKeys = (keys: PageKeys): void => {
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.shiftKey || !isShortcutKey(event) || isTaken(event.target)) return;
    if (event.key === 'ArrowLeft' && keys.canGoBack) keys.onPrevious();
    if (event.key === 'ArrowRight' && keys.canGoOn) keys.onNext();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
};
