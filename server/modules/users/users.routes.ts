import { registerBody, resetPasswordBody, updateProfileBody } from '#shared/contracts/userBodies.ts';
import {
  login as loginEndpoint,
  logout as logoutEndpoint,
  register as registerEndpoint,
  resetPassword as resetPasswordEndpoint,
  sendOtp as sendOtpEndpoint,
  socialLogin as socialLoginEndpoint,
  updateProfile as updateProfileEndpoint,
} from '#shared/contracts/users.ts';
import type { User } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { smallWrite } from '#server/database/smallWrite.ts';
import { notConfigured, validationError } from '#server/lib/failures/errors.ts';
import { readBearer } from '#server/lib/http/readBearer.ts';
import { clientKey } from '#server/lib/throttle.ts';
import { createProveAddress } from '#server/flows/proveAddress/proveAddress.ts';
import { keepBrowserCookie, readBrowser } from '#server/lib/http/browserCookie.ts';
import { createAccountThrottles } from './accounts/accountThrottles.ts';
import { createVerifyGoogleCredential } from './signIn/googleIdentity.ts';
import { normalizeEmail } from './normalizeEmail.ts';
import { requestCode, resetPassword } from './passwordReset/passwordReset.service.ts';
import { updateProfile } from '#server/flows/profile/profile.service.ts';
import { deleteSession } from './signIn/sessions.store.ts';
import { signInWithGoogle } from './signIn/socialLogin.service.ts';
import { presentPerson } from '#server/flows/presentPerson.ts';
import { login, register } from './users.service.ts';
import type { SignedIn } from './users.service.ts';

/** Sign-in, registration, codes, logout and the profile. */
export const userRoutes = (context: AppContext): Route[] => {
  const { db, env, clock, publisher } = context;
  const flows = { ...context, proveAddress: createProveAddress(context) };
  const minLength = env.PASSWORD_MIN_LENGTH;
  const isSecure = env.PUBLIC_URL.startsWith('https:');
  const throttles = createAccountThrottles(context);
  const verifyGoogleCredential = env.GOOGLE_CLIENT_ID
    ? createVerifyGoogleCredential({ clientId: env.GOOGLE_CLIENT_ID, jwksUrl: env.GOOGLE_JWKS_URL, clock })
    : null;

  const present = ({ user, workspaceId, token }: SignedIn): Promise<User> =>
    presentPerson(context, { userId: user.id, workspaceId }, token);

  return [
    route(loginEndpoint, async ({ body, ip }) => {
      const signedIn = await login(context, throttles, { ...body, email: normalizeEmail(body.email) }, ip);
      return { message: messages.auth.loggedIn, data: await present(signedIn) };
    }),

    route({ ...registerEndpoint, access: 'public', body: registerBody(minLength) }, async ({ body, ip }) => {
      if (body.password !== body.confirmpassword)
        throw validationError(messages.validation.passwordsDiffer, {
          confirmpassword: messages.validation.passwordsDiffer,
        });
      const signedIn = await register(context, throttles, { ...body, email: normalizeEmail(body.email) }, ip);
      return { message: messages.auth.registered, data: await present(signedIn) };
    }),

    route({ ...socialLoginEndpoint, access: 'public' }, async ({ body, ip }) => {
      if (!verifyGoogleCredential) throw notConfigured(messages.auth.googleOff);
      await throttles.signInsPerClient.take(clientKey(ip));
      const signedIn = await signInWithGoogle(flows, await verifyGoogleCredential(body.token), body.invitation);
      return { message: messages.auth.loggedIn, data: await present(signedIn) };
    }),

    route({ ...sendOtpEndpoint, access: 'public' }, async ({ body, ip, http }) => {
      const cookie = keepBrowserCookie(http.request, http.response, isSecure);
      await requestCode(context, throttles, normalizeEmail(body.email), { cookie, ip });
      return { message: messages.auth.codeSent };
    }),

    route({ ...resetPasswordEndpoint, access: 'public', body: resetPasswordBody(minLength) }, async (request) => {
      const { body, ip, http } = request;
      if (body.newPassword !== body.confirmPassword)
        throw validationError(messages.validation.passwordsDiffer, {
          confirmPassword: messages.validation.passwordsDiffer,
        });
      const cookie = readBrowser(http.request, isSecure)?.cookie ?? null;
      await resetPassword(flows, throttles, { ...body, email: normalizeEmail(body.email) }, { cookie, ip });
      return { message: messages.auth.passwordReset };
    }),

    route(logoutEndpoint, async ({ caller }) => {
      await smallWrite(db, (tx) => deleteSession(tx, caller.userId, caller.tokenHash));
      await publisher.cutSessions([caller.tokenHash]);
      return { message: messages.auth.loggedOut };
    }),

    route({ ...updateProfileEndpoint, body: updateProfileBody(minLength) }, async (request) => {
      const { body, caller } = request;
      await updateProfile(context, caller, body);
      // The client stores the response as its user, so the response includes the session.
      const token = readBearer(request.header('authorization')) ?? '';
      return {
        message: body.defaultAccounts ? messages.profile.defaultsSaved : messages.profile.updated,
        data: await presentPerson(context, caller, token),
      };
    }),
  ];
};
