import { goBack } from './goBack.ts';

/** Shows 'Go Back' on the not-found page, which needs a script. */
export const enableGoBack = (): void => {
  const button = document.querySelector<HTMLButtonElement>('[data-go-back]');
  if (!button) return;
  button.addEventListener('click', goBack);
  button.hidden = false;
};
