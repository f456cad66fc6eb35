/** Puts the keyboard into the screen's search, which tells by its shortcut that it is the one. */
export const focusSearch = (): void => document.querySelector<HTMLElement>('[aria-keyshortcuts="/"]')?.focus();
