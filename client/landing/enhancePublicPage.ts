import { enableGoBack } from './enableGoBack.ts';
import { enableThemeSwitch } from './enableThemeSwitch.ts';
import { prefetchSignIn } from './prefetchSignIn.ts';
import { runCounters } from './runCounters.ts';

/** All of the script that public pages have; each part does nothing on a page without its elements. */
export const enhancePublicPage = (): void => {
  enableThemeSwitch();
  enableGoBack();
  runCounters();
  prefetchSignIn();
};
