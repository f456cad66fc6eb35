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

/** A hidden tab keeps its toast until the tab is shown. */
const end = (): void => {
  resetUser();
  notify.error(messages.auth.sessionExpired, { id: 'session-expired' });
};

/** Signs out in every tab after the server rejected `token`. */
export const expireSession = (token: string): void => {
  if (!isInUse(token)) return;
  try {
    // Before the stored user changes, which alone would look like a logout to the other tabs.
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
