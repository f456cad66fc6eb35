import { notify } from '#client/components/notify.ts';
import { readUser, resetUser } from '#client/stores/userStore.ts';
import { messages } from '#shared/messages.ts';

/**
 * The server does not accept `token` any more: signs out, and the guard shows the sign-in. A late answer to a session
 * that has been replaced meanwhile changes nothing.
 */
export const expireSession = (token: string): void => {
  const user = readUser();
  if (user._id === '' || user.token !== token) return;
  resetUser();
  notify.error(messages.auth.sessionExpired, { id: 'session-expired' });
};
