import { notify } from './notify.ts';

/** Takes back the newest change, once. */
let undoNewest: (() => void) | null = null;

/** Ctrl+Z, or Command+Z on a Mac, outside a text, which has its own undo. */
const handleKey = (event: KeyboardEvent): void => {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  const isUndo = key === 'z' && ctrlKey !== metaKey && !altKey && !shiftKey;
  const isText = target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea');
  if (!isUndo || isText || undoNewest === null) return;
  event.preventDefault();
  undoNewest();
};

type Change = {
  /** A toast replaces the one with the same id. */
  id: string;
  undo: () => void;
};

/** Reports a change with a button that takes it back, as Ctrl+Z does. */
export const offerUndo = (message: string, { id, undo }: Change): void => {
  const undoOnce = (): void => {
    if (undoNewest === undoOnce) undoNewest = null;
    notify.dismiss(id);
    undo();
  };
  undoNewest = undoOnce;
  // The same listener is added only once.
  window.addEventListener('keydown', handleKey);
  notify.success(message, { id, action: { label: 'Undo', onClick: undoOnce } });
};
