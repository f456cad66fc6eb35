import { isTyping } from './isTyping.ts';

/** Signs such as `[` need Alt or AltGr on some keyboards, and Windows reports AltGr as Ctrl and Alt. */
const isSign = (key: string): boolean => key.length === 1 && !/[\p{L}\p{N}]/u.test(key);

const hasModifier = ({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean =>
  metaKey || (isSign(key) ? ctrlKey && !altKey : ctrlKey || altKey);

/**
 * Whether a key is meant for the screen: nobody has used it yet, no modifier makes it the browser's, the focus is in no
 * field, and no dialog is open. Whether Shift is held is for the caller to judge, since `?` needs it.
 */
export const isShortcutKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !hasModifier(event) &&
  !isTyping(event.target) &&
  document.querySelector('dialog[open]') === null;
