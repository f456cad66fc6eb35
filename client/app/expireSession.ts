import { notify } from '#client/components/toasts/notify.ts';
import { logError } from '#client/lib/log.ts';
import { readUser, resetUser } from '#client/stores/userStore.ts';
import { messages } from '#shared/messages.ts';

/** Set for a moment to reach the other tabs through their `storage` event. */
const expiredKey = 'session:expired';

/** @returns whether the token is in use. A late response to an earlier session must not end the current one. */
const isInUse = (token: string): boolean => {
  const user = readUser();
  return user._id !== '' && user.token === token;
};

/** Signs out and shows a toast. A hidden tab keeps the toast until the tab is visible. */
const end = (): void => {
  resetUser();
  notify.error(messages.auth.sessionExpired, { id: 'session-expired' });
};

/** Signs out in every tab after the server rejected `token`. */
export const expireSession = (token: string): void => {
  if (!isInUse(token)) return;
  try {
    // Set before the stored user changes, because that change alone would look like a logout to other tabs.
    localStorage.setItem(expiredKey, token);
    localStorage.removeItem(expiredKey);
  } catch (error) {
    logError('Other tabs were not notified of the expired session', error);
  }
  end();
};

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === expiredKey && newValue !== null && isInUse(newValue)) end();
});
