/**
 * Whether keys pressed there are meant for a field or a dialog rather than for the screen. Boxes to tick and to choose a
 * file with know Space and Enter only.
 */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=file]), select, textarea, dialog *'));
