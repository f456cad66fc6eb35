import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { clientConfig } from '#client/lib/config.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { resetPassword, sendOtp } from '#shared/contracts/users.ts';
import type { register } from '#shared/contracts/users.ts';
import { passwordMinLength } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { emailRules, nameRules, otpRules, passwordRules } from '#shared/textRules.ts';
import { signIn, signUp } from './users.api.ts';

/* Validation and submission of the screens before the sign-in. Loaded after their first paint; see `useForm`. */

const refuseDifference = (password: string, confirmation: string): boolean => {
  if (password === confirmation) return false;
  notify.error(messages.validation.passwordsDiffer);
  return true;
};

/** Shows the server's message, or else `done`. @returns whether the call succeeded */
const showOutcome = async (answer: Promise<{ message: string }>, done: string): Promise<boolean> => {
  try {
    const { message } = await answer;
    notify.success(message || done);
    return true;
  } catch (error) {
    notify.failure(error, messages.auth.failed);
    return false;
  }
};

/** An older password may be shorter than today's minimum. */
export const signInForm = () => ({
  rules: { email: emailRules, password: passwordRules(passwordMinLength) },
  submit: signIn,
});

export const registerForm = () => {
  const password = passwordRules(clientConfig().passwordMinLength);
  return {
    rules: { name: nameRules, email: emailRules, password, confirmpassword: password },
    submit: async (values: BodyOf<typeof register>) =>
      !refuseDifference(values.password, values.confirmpassword) && signUp(values),
  };
};

export const forgotPasswordForm = () => ({
  rules: { email: emailRules },
  submit: (body: BodyOf<typeof sendOtp>) => showOutcome(call(sendOtp, { body }), messages.auth.codeSent),
});

export const resetPasswordForm = () => {
  const password = passwordRules(clientConfig().passwordMinLength);
  return {
    rules: { email: emailRules, otp: otpRules, newPassword: password, confirmPassword: password },
    submit: async (body: BodyOf<typeof resetPassword>) =>
      !refuseDifference(body.newPassword, body.confirmPassword) &&
      showOutcome(call(resetPassword, { body }), messages.auth.passwordReset),
  };
};
