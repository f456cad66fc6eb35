import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { notify } from '#client/components/notify.ts';
import { ApiError } from '#client/lib/ApiError.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { loadConnectedAccounts } from './connectedAccounts.ts';
import { connectionsKey } from './connections.api.ts';

const isGrantLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'RECONNECT_NEEDED' || error.code === 'NOT_CONNECTED');

/** Tells each failure to read a platform's accounts once; when the grant is gone, the screens learn it too. */
export const useAccountsFailure = (platform: PlatformId, error: Error | null): void => {
  const queryClient = useQueryClient();
  const handleFailure = useEffectEvent((failure: Error) => {
    notify.failure(failure, messages.platform.accountsFailed[platform]);
    if (!isGrantLost(failure)) return;
    loadConnectedAccounts().catch((problem: unknown) => notify.failure(problem, messages.connections.loadFailed));
    void queryClient.invalidateQueries({ queryKey: connectionsKey });
  });
  useEffect(() => {
    if (error !== null) handleFailure(error);
  }, [error]);
};
