/** Whether keys pressed there are meant for a field or a dialog rather than for the screen. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea, dialog *'));
