import { popupSize } from '#shared/limits.ts';
import type { PlatformId } from '#shared/platforms.ts';

const closedCheckMs = 300;

/** The window in the middle of the browser's window rather than in the corner of the screen. */
const popupFeatures = (): string => {
  const left = Math.round(window.screenX + (window.outerWidth - popupSize.width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - popupSize.height) / 2);
  return `popup=yes,width=${popupSize.width},height=${popupSize.height},left=${Math.max(0, left)},top=${Math.max(0, top)}`;
};

/**
 * Opens the platform's consent in a window of its own. Call it from a click handler before any `await`, otherwise
 * browsers block it. Resolves when the window is closed again, by the person or by itself; says nothing about how the
 * consent went: read the connected accounts afterwards.
 *
 * @returns 'blocked' when the browser did not allow the window
 */
export const openOauthPopup = (platform: PlatformId, userId: string): Promise<'closed' | 'blocked'> => {
  const url = `/auth/${platform}?userId=${encodeURIComponent(userId)}`;
  const popup = window.open(url, `leadlight-${platform}`, popupFeatures());
  if (!popup) return Promise.resolve('blocked');
  popup.focus();
  return new Promise((resolve) => {
    // A window tells nobody that it was closed, so it has to be asked.
    const timer = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(timer);
      resolve('closed');
    }, closedCheckMs);
  });
};
