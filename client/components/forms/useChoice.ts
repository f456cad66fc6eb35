import { useRef, useState } from 'react';
import type { ComponentProps } from 'react';

export type Choice = {
  value: string;
  /** Saves the choice. The select shows it until the promise settles, and keeps the focus. */
  onChoose: (value: string) => Promise<unknown>;
};

/** False on a Mac, where these keys open the list instead. */
const browsesWithKeys = !/^(?:Mac|iP)/.test(navigator.platform);

/** Whether a key changes a closed select at once. */
const isBrowsing = ({ key, altKey }: KeyboardEvent): boolean =>
  browsesWithKeys && !altKey && (/^(?:Arrow|Page|Home$|End$)/.test(key) || (key.length === 1 && key !== ' '));

/**
 * Makes a select save by itself. Browsers change a closed select with each arrow key, so such a change is saved only on
 * Enter or when the focus leaves. A choice in the open list is saved at once.
 * @returns props for the select
 */
export const useChoice = ({ value, onChoose }: Choice) => {
  const [shown, setShown] = useState<string | null>(null);
  const isKeyDown = useRef(false);
  /** Chosen with the arrow keys and not saved yet. */
  const pending = useRef<string | null>(null);
  const choose = (choice: string | null): void => {
    pending.current = null;
    if (choice === null || choice === value) {
      setShown(null);
      return;
    }
    setShown(choice);
    // The saving code reports failures.
    const end = (): void => setShown((current) => (current === choice ? null : current));
    onChoose(choice).then(end, end);
  };
  return {
    value: shown ?? value,
    onChange: ({ target }) => {
      setShown(target.value);
      if (isKeyDown.current) pending.current = target.value;
      else choose(target.value);
    },
    onKeyDown: (event) => {
      isKeyDown.current = isBrowsing(event.nativeEvent);
      if (event.key === 'Enter' && pending.current !== null) {
        // Enter would open the list.
        event.preventDefault();
        choose(pending.current);
      }
      if (event.key === 'Escape' && pending.current !== null) {
        // The first Escape reverts the choice. The next Escape closes the surrounding dialog.
        event.preventDefault();
        event.stopPropagation();
        choose(null);
      }
    },
    onKeyUp: () => {
      isKeyDown.current = false;
    },
    onBlur: () => {
      isKeyDown.current = false;
      if (pending.current !== null) choose(pending.current);
    },
  } satisfies ComponentProps<'select'>;
};
