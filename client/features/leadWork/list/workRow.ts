import type { KeyboardEvent, MouseEvent } from 'react';

/** Whether a click is on no widget, and no end of a text selection. */
const isPlainClick = ({ target }: MouseEvent): boolean =>
  target instanceof Element &&
  target.closest('a, button, input, label, select') === null &&
  window.getSelection()?.isCollapsed !== false;

const isOpen = (select: HTMLSelectElement): boolean => CSS.supports('selector(:open)') && select.matches(':open');

/** Opens the choices of the row with this letter. @returns whether there are some */
const openChoices = (row: Element, letter: string): boolean => {
  const choices = row.querySelector<HTMLSelectElement>(`select[aria-keyshortcuts="${CSS.escape(letter)}"]`);
  choices?.focus();
  // Older browsers cannot open it. There, Space does.
  if (choices && 'showPicker' in choices) choices.showPicker();
  return choices !== null;
};

type Opening = {
  onOpen: () => void;
  /** Opens the lead at its note. */
  onNote: () => void;
};

/** A row whose click opens it, with letters for what the person does most. */
export const workRow = ({ onOpen, onNote }: Opening) => ({
  className: 'cursor-pointer',
  onClick: (event: MouseEvent): void => {
    if (isPlainClick(event)) onOpen();
  },
  onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>): void => {
    const { key, target, currentTarget, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isSelect = target instanceof HTMLSelectElement;
    // An open list of choices handles its keys itself.
    if (isSelect && isOpen(target)) event.stopPropagation();
    else if (key.length === 1 && !' jk'.includes(key) && !ctrlKey && !metaKey && !altKey) {
      const isNote = !shiftKey && key === 'n';
      if (isNote) onNote();
      // A closed select would jump to a choice with the letter, and save it when the focus leaves.
      if (isNote || (!shiftKey && openChoices(currentTarget, key)) || isSelect) event.preventDefault();
    }
  },
});
