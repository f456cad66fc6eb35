import type { PlatformCall } from '../calls/PlatformCall.ts';
import { ProviderError } from '../ProviderError.ts';
import type { GraphApi } from './api.ts';
import { mayBeLostPermission } from './errors.ts';

/**
 * Meta uses the same code for an inaccessible account or Page and for a revoked permission. One more call tells them
 * apart, so that a revoked permission is not tried account by account.
 * @param needed permissions that the call cannot do without
 */
export const findLostPermission = async <T>(
  api: GraphApi,
  call: PlatformCall,
  needed: { permissions: readonly string[]; userMessage: string },
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ProviderError) || !mayBeLostPermission(error)) throw error;
    const granted = await api.listGrantedPermissions(call);
    if (needed.permissions.every((permission) => granted.includes(permission))) throw error;
    throw new ProviderError('facebook', {
      outcome: 'scope-missing',
      userMessage: needed.userMessage,
      status: error.status,
      providerCode: error.providerCode,
      requestId: error.requestId,
      cause: error,
    });
  }
};
