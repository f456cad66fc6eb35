import { call } from '#client/lib/apiClient.ts';
import { logError } from '#client/lib/log.ts';
import { getExport } from '#shared/contracts/exports.ts';
import { handleExportComplete, handleExportError } from './exportEvents.ts';
import { readAwaited } from './exportsStore.ts';

/** After a lost connection: asks how the exports ended whose notices may have been missed. */
export const checkAwaitedExports = async (): Promise<void> => {
  for (const { id, platform } of readAwaited()) {
    try {
      const { data } = await call(getExport, { params: { id } });
      if (data.state === 'complete') handleExportComplete(platform, { url: data.url, exportId: id });
      if (data.state === 'failed') handleExportError({ message: data.error, exportId: id });
    } catch {
      // It stays on the list: the next connection asks again.
      logError('The state of an export could not be read');
    }
  }
};
