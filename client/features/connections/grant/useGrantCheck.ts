import { useQueryClient } from '@tanstack/react-query';
import { notify } from '#client/components/toasts/notify.ts';
import { ApiError } from '#client/lib/api/ApiError.ts';
import { messages } from '#shared/messages.ts';
import { loadConnectedAccounts } from '#client/features/connections/accounts/connectedAccounts.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';

const isGrantLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'RECONNECT_NEEDED' || error.code === 'NOT_CONNECTED');

/** Returns a check for failed platform calls. If the grant is lost, the check updates the screens. */
export const useGrantCheck = (): ((failure: unknown) => void) => {
  const queryClient = useQueryClient();
  return (failure) => {
    if (!isGrantLost(failure)) return;
    loadConnectedAccounts().catch((problem: unknown) => notify.failure(problem, messages.connections.loadFailed));
    void queryClient.invalidateQueries({ queryKey: queryKeys.connections });
  };
};
