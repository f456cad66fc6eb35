import { useEffect, useEffectEvent } from 'react';
import { notify } from '#client/components/toasts/notify.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { useGrantCheck } from '#client/features/connections/grant/useGrantCheck.ts';

/** Shows each failure to read a platform's accounts once. If the grant is lost, updates the screens. */
export const useAccountsFailure = (platform: PlatformId, error: Error | null): void => {
  const checkGrant = useGrantCheck();
  const handleFailure = useEffectEvent((failure: Error) => {
    notify.failure(failure, messages.platform.accountsFailed[platform]);
    checkGrant(failure);
  });
  useEffect(() => {
    if (error !== null) handleFailure(error);
  }, [error]);
};
