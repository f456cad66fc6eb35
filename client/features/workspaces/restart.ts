import { notify } from '#client/components/toasts/notify.ts';
import { logError } from '#client/lib/log.ts';
import { updateUser } from '#client/stores/userStore.ts';
import { byPlatform, emptyAccountsByPlatform } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';

/** What to say after the reload. */
const messageKey = 'workspace:message';

/**
 * Loads the page anew in the workspace that the session works in now, so that nothing of the former one is left on screen
 * or in memory. @param isCause false: `message` says only that calls are refused now, so it does not replace the cause
 */
export const restart = (message: string | null, isCause = true): void => {
  // Flags and accounts of the former workspace. The new page reads its own.
  updateUser({ ...byPlatform(() => false), defaultAccounts: emptyAccountsByPlatform() });
  try {
    if (message !== null && (isCause || sessionStorage.getItem(messageKey) === null))
      sessionStorage.setItem(messageKey, message);
  } catch (error) {
    logError('The message about the workspace is lost', error);
  }
  window.location.assign(routes.overview.path);
};

/** Shows what led to the reload. */
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
