import { useSocketStore } from '#client/stores/socketStore.ts';
import { wasAnnounced } from './announcements.ts';
import { checkAwaitedExports } from './checkAwaitedExports.ts';
import { addAwaited, identifyExport, leaveExport, readAwaited } from './exportsStore.ts';

/** How often an export is asked about while the live connection is away. */
const askEveryMs = 2000;
/** While the connection stands, its events tell everything: every so many times is enough to find out if one was lost. */
const liveRounds = 5;

let timer: number | undefined;
let round = 0;
let isAsking = false;

const ask = async (): Promise<void> => {
  isAsking = true;
  await checkAwaitedExports();
  isAsking = false;
};

const look = (): void => {
  if (readAwaited().length === 0) {
    window.clearInterval(timer);
    timer = undefined;
    return;
  }
  round += 1;
  const isDue = !useSocketStore.getState().isConnected || round % liveRounds === 0;
  if (isDue && !isAsking) void ask();
};

/** Waits for the end of an export that the server goes on with, told by an event or by asking. */
export const awaitEnd = (ref: string, id: string): void => {
  identifyExport(ref, id);
  if (wasAnnounced(id)) {
    leaveExport(ref);
    return;
  }
  addAwaited(id);
  timer ??= window.setInterval(look, askEveryMs);
};
