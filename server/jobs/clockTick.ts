import type { AppContext } from '#server/AppContext.ts';
import { bringNear } from './clockSetBack.store.ts';
import type { Tick } from './startTicker.ts';

/** Corrections of a time service are smaller. */
const setBackMs = 2_000;

/**
 * Notices that the clock was set back: at the start, when nobody knows what it was before, and while the process runs. What
 * was stored by the former time would otherwise last, or be waited for, until that time has come again.
 */
export const clockTick = ({ db, clock, env }: Pick<AppContext, 'db' | 'clock' | 'env'>): Tick => {
  /** Between the clock and the time since the start, which nobody sets. */
  let knownOffsetMs = Number.POSITIVE_INFINITY;
  return {
    name: 'clock',
    run: async () => {
      const now = clock.now();
      const offsetMs = now.getTime() - performance.now();
      if (offsetMs < knownOffsetMs - setBackMs) await bringNear(db, now, env.AUTOSYNC_INTERVAL_SECONDS);
      knownOffsetMs = offsetMs;
    },
  };
};
