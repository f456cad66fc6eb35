import * as z from 'zod/mini';
import { notify } from '#client/components/notify.ts';
import { call } from '#client/lib/apiClient.ts';
import { clientConfig } from '#client/lib/config.ts';
import { emailField } from '#shared/contracts/fields.ts';
import { loginBody, registerBody, resetPasswordBody } from '#shared/contracts/userBodies.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { resetPassword, sendOtp } from '#shared/contracts/users.ts';
import type { register } from '#shared/contracts/users.ts';
import { passwordMinLength } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { signIn, signUp } from './users.api.ts';

/*
 * What the screens before the sign-in check and send. They load this file once they are on the screen; see `useLazyForm`.
 */

const refuseDifference = (password: string, confirmation: string): boolean => {
  if (password === confirmation) return false;
  notify.error(messages.validation.passwordsDiffer);
  return true;
};

/** An older password may be shorter than what the install asks for today. */
export const signInForm = () => ({ schema: loginBody(passwordMinLength), submit: signIn });

export const registerForm = () => ({
  schema: registerBody(clientConfig().passwordMinLength),
  submit: async (values: BodyOf<typeof register>) =>
    !refuseDifference(values.password, values.confirmpassword) && signUp(values),
});

export const forgotPasswordForm = () => ({
  schema: z.object({ email: emailField }),
  submit: async (body: BodyOf<typeof sendOtp>) => {
    try {
      const { message } = await call(sendOtp, { body });
      notify.success(message || messages.auth.codeSent);
      return true;
    } catch (error) {
      notify.failure(error, messages.auth.failed);
      return false;
    }
  },
});

export const resetPasswordForm = () => ({
  schema: resetPasswordBody(clientConfig().passwordMinLength),
  submit: async (body: BodyOf<typeof resetPassword>) => {
    if (refuseDifference(body.newPassword, body.confirmPassword)) return false;
    try {
      const { message } = await call(resetPassword, { body });
      notify.success(message || messages.auth.passwordReset);
      return true;
    } catch (error) {
      notify.failure(error, messages.auth.failed);
      return false;
    }
  },
});
