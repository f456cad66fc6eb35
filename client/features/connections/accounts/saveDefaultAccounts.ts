import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { applyProfile } from '#client/stores/userStore.ts';
import { updateProfile } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';

/** Saves the platform's default accounts and keeps those of other platforms. Shows the result. Never rejects. */
export const saveDefaultAccounts = async (platform: PlatformId, ids: string[]): Promise<void> => {
  try {
    const { data } = await call(updateProfile, { body: { defaultAccounts: { [platform]: ids } } });
    applyProfile(data);
    notify.success(messages.profile.defaultsSaved);
  } catch (error) {
    notify.failure(error, messages.profile.failed);
  }
};
