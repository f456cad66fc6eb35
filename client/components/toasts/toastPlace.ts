let place: HTMLElement | null = null;
/** Open dialogs, topmost last. */
const dialogs: HTMLElement[] = [];

const movePlace = (): void => {
  const target = dialogs.at(-1) ?? document.body;
  if (place !== null && place.parentElement !== target) target.append(place);
};

/** The element that holds the toasts. Never replaced. */
export const toastPlace = (): HTMLElement => {
  place ??= document.createElement('div');
  movePlace();
  return place;
};

/**
 * Shows toasts inside a modal dialog while it is open. Outside the dialog, its backdrop would dim and block them and
 * screen readers would skip them.
 *
 * @returns a function that moves the toasts back; call it before removing the dialog
 */
export const showToastsIn = (dialog: HTMLElement): (() => void) => {
  dialogs.push(dialog);
  movePlace();
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1);
    movePlace();
  };
};
