import { enableGoBack } from './enableGoBack.ts';
import { enableThemeSwitch } from './enableThemeSwitch.ts';
import { prefetchSignIn } from './prefetchSignIn.ts';
import { runCounters } from './runCounters.ts';

/** The whole script of the public pages. Each part does nothing on a page without its elements. */
export const enhancePublicPage = (): void => {
  enableThemeSwitch();
  enableGoBack();
  runCounters();
  prefetchSignIn();
};
