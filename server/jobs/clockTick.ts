import type { AppContext } from '#server/AppContext.ts';
import { limitStoredTimes } from './clockSetBack.store.ts';
import type { Tick } from './startTicker.ts';

/** Larger than the corrections of a time synchronization service. */
const setBackMs = 2_000;

/**
 * Detects that the clock was set back, while the process runs and at the start (when the earlier time is unknown).
 * Otherwise values stored with the earlier clock would stay valid, or delay work, until the clock reaches that time
 * again.
 */
export const clockTick = ({ db, clock, env }: Pick<AppContext, 'db' | 'clock' | 'env'>): Tick => {
  /** Offset between the clock and the monotonic time, which cannot be changed. */
  let knownOffsetMs = Number.POSITIVE_INFINITY;
  return {
    name: 'clock',
    run: async () => {
      const now = clock.now();
      const offsetMs = now.getTime() - performance.now();
      if (offsetMs < knownOffsetMs - setBackMs) await limitStoredTimes(db, now, env.AUTOSYNC_INTERVAL_SECONDS);
      knownOffsetMs = offsetMs;
    },
  };
};
