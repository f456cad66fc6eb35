import { useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { ApiError } from '#client/lib/api/ApiError.ts';
import { messages } from '#shared/messages.ts';
import { loadConnectedAccounts } from '#client/features/connections/accounts/connectedAccounts.ts';
import { connectionsKey } from '#client/features/connections/connections.api.ts';

const isGrantLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'RECONNECT_NEEDED' || error.code === 'NOT_CONNECTED');

/** For the failure of a call to a platform: when it says that the grant is gone, the screens learn it. */
export const useGrantCheck = (): ((failure: unknown) => void) => {
  const queryClient = useQueryClient();
  return (failure) => {
    if (!isGrantLost(failure)) return;
    loadConnectedAccounts().catch((problem: unknown) => notify.failure(problem, messages.connections.loadFailed));
    void queryClient.invalidateQueries({ queryKey: connectionsKey });
  };
};
