import { goBack } from './goBack.ts';

/** Shows the not-found page's 'Go Back', which can do nothing without a script. */
export const enableGoBack = (): void => {
  const button = document.querySelector<HTMLButtonElement>('[data-go-back]');
  if (!button) return;
  button.addEventListener('click', goBack);
  button.hidden = false;
};
