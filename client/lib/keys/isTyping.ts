/**
 * Whether keys pressed on the target are meant for a field or a dialog rather than the screen. Checkboxes and file
 * inputs do not count, because they use only Space and Enter.
 */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=file]), select, textarea, dialog *'));
