import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { updateUser } from '#client/stores/userStore.ts';
import { disconnect } from '#shared/contracts/connections.ts';
import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { loadConnectedAccounts } from './accounts/connectedAccounts.ts';

/** Revokes a platform's grant, clears its flag at once and removes its accounts. */
export const useDisconnect = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (platform: PlatformId) => call(disconnect, { params: { platform } }),
    onSuccess: async ({ message }, platform) => {
      updateUser({ [platform]: false });
      queryClient.removeQueries({ queryKey: queryKeys.adAccounts(platform) });
      notify.success(message || messages.connections.disconnected(platform));
      loadConnectedAccounts().catch((error: unknown) => notify.failure(error, messages.connections.loadFailed));
      await queryClient.invalidateQueries({ queryKey: queryKeys.connections });
    },
    onError: (error, platform) =>
      notify.failure(error, `${platformNames[platform]} could not be disconnected. Please try again.`),
  });
};
