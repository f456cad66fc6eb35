import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { clientConfig } from '#client/lib/config.ts';
import { applyProfile, readUser } from '#client/stores/userStore.ts';
import { updateProfile } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';
import { nameRules, passwordRules } from '#shared/textRules.ts';

/** Omits a blank password. Sends any other password exactly as entered. */
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

/** Validation and submission of the profile. */
export const profileForm = () => ({
  rules: {
    name: nameRules,
    password: { ...passwordRules(clientConfig().passwordMinLength), isOptional: true },
  },
  submit: saveProfile,
});
