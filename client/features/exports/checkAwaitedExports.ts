import { ApiError } from '#client/lib/ApiError.ts';
import { call } from '#client/lib/apiClient.ts';
import { logError } from '#client/lib/log.ts';
import { getExport } from '#shared/contracts/exports.ts';
import { settleExport } from './exportEvents.ts';
import { endExport, forgetAwaited, isAwaited, readAwaited } from './exportsStore.ts';

/** Asks how the exports stand that this tab waits for: after a lost connection, and again and again while it is away. */
export const checkAwaitedExports = async (): Promise<void> => {
  for (const id of readAwaited()) {
    try {
      const { data } = await call(getExport, { params: { id } });
      // An event may have told it meanwhile, or somebody else have signed in.
      if (isAwaited(id)) settleExport(data);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        forgetAwaited(id);
        endExport(id);
      } else {
        // It stays on the list: the next time asks again.
        logError('The state of an export could not be read');
      }
    }
  }
};
