import { notify } from '#client/components/toasts/notify.ts';
import { logError } from '#client/lib/log.ts';
import { updateUser } from '#client/stores/userStore.ts';
import { byPlatform, emptyAccountsByPlatform } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';

/** Storage key of the message to show after the reload. */
const messageKey = 'workspace:message';

/**
 * Reloads the page in the session's current workspace, so that no data of the former workspace stays on screen or in
 * memory. @param isCause false if `message` only reports rejected calls, which must not replace the cause
 */
export const restart = (message: string | null, isCause = true): void => {
  // Clears flags and accounts of the former workspace. The new page loads its own.
  updateUser({ ...byPlatform(() => false), defaultAccounts: emptyAccountsByPlatform() });
  try {
    if (message !== null && (isCause || sessionStorage.getItem(messageKey) === null))
      sessionStorage.setItem(messageKey, message);
  } catch (error) {
    logError('The message about the workspace is lost', error);
  }
  window.location.assign(routes.overview.path);
};

/** Shows the reason for the reload. */
export const showRestart = (): void => {
  try {
    const message = sessionStorage.getItem(messageKey);
    if (message === null) return;
    sessionStorage.removeItem(messageKey);
    notify.info(message, { isLong: true });
  } catch (error) {
    logError('The message about the workspace cannot be read', error);
  }
};
