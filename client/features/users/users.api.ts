import { call } from '#client/lib/api/apiClient.ts';
import { logError } from '#client/lib/log.ts';
import { notify } from '#client/components/toasts/notify.ts';
import { readUser, resetUser, signInUser } from '#client/stores/userStore.ts';
import { login, logout, register, socialLogin } from '#shared/contracts/users.ts';
import type { BodyOf, ResponseOf } from '#shared/contracts/endpoint.ts';
import { messages } from '#shared/messages.ts';

/* The three ways in tell what happened, and whether somebody is signed in now. */

/** Signed in: the guard of the guest screens sees the person and goes to the overview. */
const acceptSession = ({ data, message }: ResponseOf<typeof login>): true => {
  signInUser(data);
  notify.success(message || messages.auth.loggedIn);
  return true;
};

const reportFailure = (error: unknown): false => {
  notify.failure(error, messages.auth.failed);
  return false;
};

export const signIn = (body: BodyOf<typeof login>): Promise<boolean> =>
  call(login, { body }).then(acceptSession, reportFailure);

export const signUp = (body: BodyOf<typeof register>): Promise<boolean> =>
  call(register, { body }).then(acceptSession, reportFailure);

/** `credential` is the ID token that Google's button hands over. */
export const signInWithGoogle = (credential: string): Promise<boolean> =>
  call(socialLogin, { body: { type: 1, token: credential } }).then(acceptSession, reportFailure);

/** Ends the session here at once; the server is told, and if it cannot be reached the session runs out by itself. */
export const signOut = (): void => {
  if (readUser().token !== '') {
    // The call takes its token before the reset below.
    call(logout).catch((error: unknown) =>
      logError('The logout did not reach the server', error instanceof Error ? error.message : error),
    );
  }
  resetUser();
};
