import * as z from 'zod/mini';
import { textLimits } from '../limits.ts';
import { messages } from '../messages.ts';
import { byPlatform } from '../platforms.ts';
import { otpRules } from '../textRules.ts';
import { emailField, nameField, passwordField, toChecks } from './fields.ts';

/**
 * An install may raise the minimum password length, so these bodies take it as a parameter. The server and the forms
 * pass the configured length; other callers use the endpoint.
 */
export const loginBody = (minLength: number) => z.object({ email: emailField, password: passwordField(minLength) });

/** The secret of an invitation link. */
export const invitationSecret = z.optional(z.string().check(z.maxLength(textLimits.secret)));

export const registerBody = (minLength: number) =>
  z.object({
    name: nameField,
    email: emailField,
    password: passwordField(minLength),
    confirmpassword: passwordField(minLength),
    invitation: invitationSecret,
  });

export const otpField = z.pipe(
  z.union([z.string(), z.number()], messages.validation.otpRequired),
  z.pipe(
    z.transform((otp: string | number) => String(otp).trim()),
    z.string().check(...toChecks(otpRules.rules)),
  ),
);

export const resetPasswordBody = (minLength: number) =>
  z.object({
    email: emailField,
    otp: otpField,
    newPassword: passwordField(minLength),
    confirmPassword: passwordField(minLength),
  });

/** Missing platforms stay unchanged. */
const chosenAccounts = byPlatform(() =>
  z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(5000))),
);

/** An absent or empty password changes nothing. The e-mail is accepted but ignored, because it cannot be changed. */
export const updateProfileBody = (minLength: number) =>
  z.object({
    name: z.optional(nameField),
    email: z.optional(z.string()),
    password: z.optional(
      z.union([z.literal(''), passwordField(minLength)], messages.validation.passwordTooShort(minLength)),
    ),
    defaultAccounts: z.optional(z.object(chosenAccounts)),
  });
