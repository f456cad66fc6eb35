import * as z from 'zod/mini';
import { passwordMinLength } from '../limits.ts';
import { messages } from '../messages.ts';
import { defineEndpoint } from './endpoint.ts';
import { emailField, messageResponse, nameField, passwordField } from './fields.ts';

/** Ad account ids per platform that are ticked by default. */
const defaultAccounts = z.object({
  google: z.array(z.string()),
  facebook: z.array(z.string()),
  tiktok: z.array(z.string()),
});

/**
 * A person as their own client sees them. `token` is the session that the client goes on with: a new one after signing
 * in, otherwise the one that the request came with.
 */
export const user = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  token: z.string(),
  facebook: z.boolean(),
  google: z.boolean(),
  tiktok: z.boolean(),
  defaultAccounts,
});
export type User = z.infer<typeof user>;

const userResponse = z.object({ message: z.string(), data: user });

/**
 * The bodies below are built for a smallest password length, since an install may raise it: the server's module and the
 * forms build theirs with the configured figure, everyone else takes the endpoint.
 */
export const loginBody = (minLength: number) => z.object({ email: emailField, password: passwordField(minLength) });

export const registerBody = (minLength: number) =>
  z.object({
    name: nameField,
    email: emailField,
    password: passwordField(minLength),
    confirmpassword: passwordField(minLength),
  });

export const otpField = z.pipe(
  z.union([z.string(), z.number()], messages.validation.otpRequired),
  z.pipe(
    z.transform((otp: string | number) => String(otp).trim()),
    z
      .string()
      .check(
        z.minLength(1, { error: messages.validation.otpRequired, abort: true }),
        z.regex(/^\d+$/, { error: messages.validation.otpNotNumeric, abort: true }),
        z.maxLength(12, messages.validation.otpNotNumeric),
      ),
  ),
);

export const resetPasswordBody = (minLength: number) =>
  z.object({
    email: emailField,
    otp: otpField,
    newPassword: passwordField(minLength),
    confirmPassword: passwordField(minLength),
  });

/** An absent or empty password means no change; the e-mail is accepted and ignored, it cannot be changed. */
export const updateProfileBody = (minLength: number) =>
  z.object({
    name: z.optional(nameField),
    email: z.optional(z.string()),
    password: z.optional(
      z.union([z.literal(''), passwordField(minLength)], messages.validation.passwordTooShort(minLength)),
    ),
    defaultAccounts: z.optional(
      z.object({
        google: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(5000))),
        facebook: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(5000))),
        tiktok: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(5000))),
      }),
    ),
  });

export const login = defineEndpoint({
  method: 'POST',
  path: '/user/login',
  access: 'public',
  summary: 'Sign in with e-mail and password',
  // Always the smallest length of all: where an install raised it later, older passwords still sign in.
  body: loginBody(passwordMinLength),
  response: userResponse,
});

export const socialLogin = defineEndpoint({
  method: 'POST',
  path: '/user/social-login',
  access: 'public',
  summary: 'Sign in with the credential of a provider; type 1 is Google',
  body: z.object({ type: z.literal(1), token: z.string().check(z.minLength(1), z.maxLength(8192)) }),
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
  access: 'user',
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
