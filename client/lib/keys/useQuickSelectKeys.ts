import { useEffect, useEffectEvent } from 'react';
import { isShortcutKey } from './isShortcutKey.ts';
import { quickSelectKeys } from './quickSelectKeys.ts';
import { quickSelects } from '#shared/lib/dateRange.ts';
import type { QuickSelectId } from '#shared/lib/dateRange.ts';

/** Letters select a period unless a field has the focus or a dialog is open. */
export const useQuickSelectKeys = (onChoose: (id: QuickSelectId) => void): void => {
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.shiftKey || event.repeat || !isShortcutKey(event)) return;
    const chosen = quickSelects.find(({ id }) => quickSelectKeys[id] === event.key.toLowerCase());
    if (chosen) onChoose(chosen.id);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
};
