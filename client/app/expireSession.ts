import { notify } from '#client/components/toasts/notify.ts';
import { logError } from '#client/lib/log.ts';
import { readUser, resetUser } from '#client/stores/userStore.ts';
import { messages } from '#shared/messages.ts';

/** Set for a moment, so that the other tabs hear of it. */
const expiredKey = 'session:expired';

/** @returns whether the token is the one in use: a late answer to an earlier session changes nothing */
const isInUse = (token: string): boolean => {
  const user = readUser();
  return user._id !== '' && user.token === token;
};

/** A hidden tab keeps its message until somebody looks at it. */
const end = (): void => {
  resetUser();
  notify.error(messages.auth.sessionExpired, { id: 'session-expired' });
};

/** The server does not accept `token` any more: signs out in every tab, and the guard shows the sign-in. */
export const expireSession = (token: string): void => {
  if (!isInUse(token)) return;
  try {
    // Before the stored user changes: from that alone another tab could not tell an expired session from a logout.
    localStorage.setItem(expiredKey, token);
    localStorage.removeItem(expiredKey);
  } catch (error) {
    logError('Other tabs could not be told that the session has expired', error);
  }
  end();
};

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === expiredKey && newValue !== null && isInUse(newValue)) end();
});
