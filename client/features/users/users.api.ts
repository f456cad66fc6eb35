import { call } from '#client/lib/api/apiClient.ts';
import { logError } from '#client/lib/log.ts';
import { notify } from '#client/components/toasts/notify.ts';
import { forgetDrafts } from '#client/stores/draftsStorage.ts';
import { forgetPlaces } from '#client/stores/recentStorage.ts';
import { readUser, resetUser, signInUser } from '#client/stores/userStore.ts';
import { login, logout, register, socialLogin } from '#shared/contracts/users.ts';
import type { BodyOf, ResponseOf } from '#shared/contracts/endpoint.ts';
import { messages } from '#shared/messages.ts';

/* The three sign-in calls show the result and return whether the person is signed in. */

/** Signs in. The guard of the guest screens then opens the overview. */
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

/** `credential` is the ID token from Google's button. */
export const signInWithGoogle = (credential: string, invitation?: string): Promise<boolean> =>
  call(socialLogin, { body: { type: 1, token: credential, ...(invitation && { invitation }) } }).then(
    acceptSession,
    reportFailure,
  );

/** Ends the session here at once. If the logout does not reach the server, the session expires there later. */
export const signOut = (): void => {
  if (readUser().token !== '') {
    // The call reads its token before the reset below.
    call(logout).catch((error: unknown) =>
      logError('The logout did not reach the server', error instanceof Error ? error.message : error),
    );
  }
  resetUser();
  forgetDrafts();
  forgetPlaces();
};
