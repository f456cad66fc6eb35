let place: HTMLElement | null = null;
/** Open dialogs, the uppermost last. */
const dialogs: HTMLElement[] = [];

const movePlace = (): void => {
  const target = dialogs.at(-1) ?? document.body;
  if (place !== null && place.parentElement !== target) target.append(place);
};

/** The element that holds the toasts; one for the page's whole life. */
export const toastPlace = (): HTMLElement => {
  place ??= document.createElement('div');
  movePlace();
  return place;
};

/**
 * Shows toasts inside a modal dialog for as long as it is open. Everything else on the page lies under its backdrop,
 * where a toast is dimmed, not clickable and not read out.
 *
 * @returns takes them back; call it before the dialog leaves the page
 */
export const showToastsIn = (dialog: HTMLElement): (() => void) => {
  dialogs.push(dialog);
  movePlace();
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1);
    movePlace();
  };
};
