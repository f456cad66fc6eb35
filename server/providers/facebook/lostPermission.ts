import type { PlatformCall } from '../AdPlatform.ts';
import { ProviderError } from '../ProviderError.ts';
import type { GraphApi } from './api.ts';
import { mayBeLostPermission } from './errors.ts';

/**
 * Meta refuses one account or Page and a permission that was taken back with the same code. One further call tells which,
 * so that a dead permission is not asked for account after account.
 * @param needed permissions without any of which the call is refused
 */
export const tellLostPermission = async <T>(
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
