import * as z from 'zod/mini';
import { passwordMinLength } from '../limits.ts';
import { byPlatform } from '../platforms.ts';
import { defineEndpoint } from './endpoint.ts';
import { connectedFlags, emailField, messageResponse } from './fields.ts';
import { invitationSecret, loginBody, registerBody, resetPasswordBody, updateProfileBody } from './userBodies.ts';

/** Default ad account ids per platform. */
const defaultAccounts = byPlatform(() => z.array(z.string()));

/**
 * The person as sent to their own client. `token` is the session to use from now on: a new session after a sign-in,
 * otherwise the session of the request.
 */
export const user = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  token: z.string(),
  ...connectedFlags,
  defaultAccounts: z.object(defaultAccounts),
});
export type User = z.infer<typeof user>;

const userResponse = z.object({ message: z.string(), data: user });

export const login = defineEndpoint({
  method: 'POST',
  path: '/user/login',
  access: 'public',
  summary: 'Sign in with e-mail and password',
  // Always the minimum of 6: older passwords still sign in after an install has raised its minimum.
  body: loginBody(passwordMinLength),
  response: userResponse,
});

export const socialLogin = defineEndpoint({
  method: 'POST',
  path: '/user/social-login',
  access: 'public',
  summary: 'Sign in with the credential of a provider; type 1 is Google',
  body: z.object({
    type: z.literal(1),
    token: z.string().check(z.minLength(1), z.maxLength(8192)),
    /** Invitation for a new account. An existing account uses a separate call. */
    invitation: invitationSecret,
  }),
  response: userResponse,
});

export const register = defineEndpoint({
  method: 'POST',
  path: '/user/register',
  access: 'public',
  summary: 'Create an account and sign in',
  body: registerBody(passwordMinLength),
  response: userResponse,
});

export const sendOtp = defineEndpoint({
  method: 'POST',
  path: '/user/send-otp',
  access: 'public',
  summary: 'Mail a one-time code for a new password',
  body: z.object({ email: emailField }),
  response: messageResponse,
});

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/user/reset-password',
  access: 'public',
  summary: 'Set a new password with a one-time code',
  body: resetPasswordBody(passwordMinLength),
  response: messageResponse,
});

export const logout = defineEndpoint({
  method: 'POST',
  path: '/user/logout',
  access: 'person',
  summary: 'End the session of the presented token',
  response: messageResponse,
});

export const updateProfile = defineEndpoint({
  method: 'PUT',
  path: '/user/update_profile',
  access: 'user',
  summary: 'Change the name, the password or the default ad accounts',
  body: updateProfileBody(passwordMinLength),
  response: userResponse,
});
