import { popupSize } from '#shared/limits.ts';
import type { PlatformId } from '#shared/platforms.ts';

const closedCheckMs = 300;

/** Centers the popup in the browser window. */
const popupFeatures = (): string => {
  const left = Math.round(window.screenX + (window.outerWidth - popupSize.width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - popupSize.height) / 2);
  return `popup=yes,width=${popupSize.width},height=${popupSize.height},left=${Math.max(0, left)},top=${Math.max(0, top)}`;
};

/**
 * Opens the platform's consent in a new window. Call it from a click handler before any `await`, or browsers block it.
 * Resolves when the window closes, regardless of the result. Read the connected accounts afterwards.
 *
 * @returns 'blocked' when the browser blocked the window
 */
export const openOauthPopup = (platform: PlatformId, userId: string): Promise<'closed' | 'blocked'> => {
  const url = `/auth/${platform}?userId=${encodeURIComponent(userId)}`;
  const popup = window.open(url, `leadlight-${platform}`, popupFeatures());
  if (!popup) return Promise.resolve('blocked');
  popup.focus();
  return new Promise((resolve) => {
    // Windows fire no close event, so poll.
    const timer = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(timer);
      resolve('closed');
    }, closedCheckMs);
  });
};
