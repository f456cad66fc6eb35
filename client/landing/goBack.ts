/**
 * A tab's history can begin with an empty page of the browser's own, which is nothing to go back to. Entries of this site
 * are known to the Navigation API; a page of another site has left its name as the referrer.
 */
const hasEarlierPage = (): boolean =>
  history.length > 1 && (!('navigation' in window) || window.navigation.canGoBack || document.referrer !== '');

/**
 * One entry back; in a tab that has no earlier page, the landing page. Its address is spelled out: with the list of all
 * routes the public pages would load what they share with the app.
 */
export const goBack = (): void => {
  if (hasEarlierPage()) history.back();
  else location.assign('/');
};
