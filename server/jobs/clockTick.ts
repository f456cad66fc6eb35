import type { AppContext } from '#server/AppContext.ts';
import { limitStoredTimes } from './clockSetBack.store.ts';
import type { Tick } from './startTicker.ts';

/** Larger than the corrections of a time service. */
const setBackMs = 2_000;

/**
 * Detects that the clock was set back, at the start (the earlier time is unknown) and while the process runs. Otherwise
 * values stored under the earlier time would last, or be waited for, until that time comes again.
 */
export const clockTick = ({ db, clock, env }: Pick<AppContext, 'db' | 'clock' | 'env'>): Tick => {
  /** Offset between the clock and the monotonic time, which cannot be set. */
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
