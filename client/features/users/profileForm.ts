import * as z from 'zod/mini';
import { notify } from '#client/components/notify.ts';
import { call } from '#client/lib/apiClient.ts';
import { clientConfig } from '#client/lib/config.ts';
import { applyProfile, readUser } from '#client/stores/userStore.ts';
import { nameField } from '#shared/contracts/fields.ts';
import { updateProfile } from '#shared/contracts/users.ts';
import { textLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

/** As `updateProfileBody`, with the message of the rule that failed: a union would only say that nothing fits. */
const profileSchema = (minLength: number) =>
  z.object({
    name: nameField,
    password: z.string().check(
      z.refine(
        (password) => password === '' || password.length >= minLength,
        messages.validation.passwordTooShort(minLength),
      ),
      z.maxLength(textLimits.password, `A password has at most ${textLimits.password} characters`),
    ),
  });

/** A blank password is not sent; another one goes out exactly as typed. */
const saveProfile = async ({ name, password }: { name: string; password: string }): Promise<boolean> => {
  try {
    const { data, message } = await call(updateProfile, {
      body: { name, email: readUser().email, ...(password === '' ? {} : { password }) },
    });
    applyProfile(data);
    notify.success(message || messages.profile.updated);
    return true;
  } catch (error) {
    notify.failure(error, messages.profile.failed);
    return false;
  }
};

/** What the profile checks and saves; loaded once the form is on the screen, see `useLazyForm`. */
export const profileForm = () => ({ schema: profileSchema(clientConfig().passwordMinLength), submit: saveProfile });
