import { ApiError } from '#client/lib/api/ApiError.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { logError } from '#client/lib/log.ts';
import { useSocketStore } from '#client/stores/socketStore.ts';
import { getExport } from '#shared/contracts/exports.ts';
import { handleExportRun } from './exportEvents.ts';
import { dispatchExport, isAwaited, readAwaited } from './exportsStore.ts';

/** Poll interval while the live connection is down. */
const pollEveryMs = 2000;
/** While the connection is up, only every fifth poll calls the server, in case an event was lost. */
const livePolls = 5;

let timer: number | undefined;
let poll = 0;
let isReading = false;

/** Reads the exports that this tab waits for. Runs after a reconnect and with every poll. */
export const checkAwaitedExports = async (): Promise<void> => {
  for (const id of readAwaited()) {
    try {
      const { data } = await call(getExport, { params: { id } });
      // An event may have reported the end meanwhile, or another user has signed in.
      if (isAwaited(id)) handleExportRun(data);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) dispatchExport(id, { type: 'gone' });
      // The export stays awaited, so the next poll reads it again.
      else logError('The state of an export could not be read');
    }
  }
};

const read = async (): Promise<void> => {
  isReading = true;
  await checkAwaitedExports();
  isReading = false;
};

const handleTimer = (): void => {
  if (readAwaited().length === 0) {
    window.clearInterval(timer);
    timer = undefined;
    return;
  }
  poll += 1;
  const isDue = !useSocketStore.getState().isConnected || poll % livePolls === 0;
  if (isDue && !isReading) void read();
};

/** Polls until no export is awaited. */
export const pollAwaitedExports = (): void => {
  if (readAwaited().length > 0) timer ??= window.setInterval(handleTimer, pollEveryMs);
};
