import { useEffect, useEffectEvent, useRef } from 'react';
import { isShortcutKey } from '#client/lib/keys/isShortcutKey.ts';
import { anywhere, navigation } from './shortcuts.ts';
import type { ShortcutActions } from './shortcuts.ts';

/** Longest pause between the two keys of a sequence. */
const sequenceMs = 1500;

const appShortcuts = [...anywhere.shortcuts, ...navigation.shortcuts].filter(({ run }) => run !== undefined);
const commands = appShortcuts.filter(({ modifier }) => modifier === 'Ctrl');
const lettersAlone = appShortcuts.filter(({ modifier }) => modifier === undefined);
/** An open dialog may hold unsaved text, which sheets keep as drafts. */
const formDialog = 'dialog[open]:not([data-sheet])';
const startsWith = (keys: readonly string[], pressed: readonly string[]): boolean =>
  pressed.every((key, index) => keys[index] === key);

/** Handles the shortcuts of the whole app. Screens handle their own. */
export const useShortcuts = (actions: ShortcutActions): void => {
  const begun = useRef<{ keys: readonly string[]; at: number }>({ keys: [], at: 0 });
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.repeat) return;
    const command = (event.ctrlKey || event.metaKey) && commands.find(({ keys }) => keys[0] === event.key);
    if (command) {
      // The browser would search the web instead.
      event.preventDefault();
      if (document.querySelector(formDialog) === null) command.run?.(actions);
      return;
    }
    if (!isShortcutKey(event)) return;
    const { keys, at } = begun.current;
    // Caps Lock changes the case but is not a modifier.
    const key = event.shiftKey ? event.key : event.key.toLowerCase();
    const pressed = event.timeStamp - at < sequenceMs ? [...keys, key] : [key];
    const fitting = lettersAlone.filter((shortcut) => startsWith(shortcut.keys, pressed));
    begun.current = { keys: fitting.length > 0 ? pressed : [], at: event.timeStamp };
    const [shortcut] = fitting;
    if (shortcut?.keys.length !== pressed.length) return;
    begun.current.keys = [];
    event.preventDefault();
    // The second letter may also be a screen shortcut.
    event.stopPropagation();
    shortcut.run?.(actions);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => handleKey(event);
    // Captures, to run before the screen's listeners on the document.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
};
