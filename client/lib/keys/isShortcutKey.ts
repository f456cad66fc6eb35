import { isTyping } from './isTyping.ts';

/** Some keyboards need Alt or AltGr for characters such as `[`. Windows reports AltGr as Ctrl and Alt. */
const isSign = (key: string): boolean => key.length === 1 && !/[\p{L}\p{N}]/u.test(key);

const hasModifier = ({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean =>
  metaKey || (isSign(key) ? ctrlKey && !altKey : ctrlKey || altKey);

/**
 * Whether a key may be a screen shortcut: unhandled, without a browser modifier, and with no field focused or dialog
 * open. Callers check Shift, because `?` needs it.
 */
export const isShortcutKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !hasModifier(event) &&
  !isTyping(event.target) &&
  document.querySelector('dialog[open]') === null;
