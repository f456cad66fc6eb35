/**
 * A tab's history may start with the browser's empty page. The Navigation API lists entries of this site; the referrer
 * reveals a page of another site.
 */
const hasEarlierPage = (): boolean =>
  history.length > 1 && (!('navigation' in window) || window.navigation.canGoBack || document.referrer !== '');

/**
 * Goes back one entry, or to the landing page in a tab without an earlier page. The path is a literal: importing the
 * routes would make public pages share a chunk with the app.
 */
export const goBack = (): void => {
  if (hasEarlierPage()) history.back();
  else location.assign('/');
};
