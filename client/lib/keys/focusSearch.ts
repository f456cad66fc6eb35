/** Focuses the screen's search box, which is identified by its shortcut. */
export const focusSearch = (): void => document.querySelector<HTMLElement>('[aria-keyshortcuts="/"]')?.focus();
