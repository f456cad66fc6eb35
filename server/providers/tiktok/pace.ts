import { pause } from '../../lib/retry.ts';

/**
 * Lets calls through at a rate that a platform takes, `burst` of them at once at most; whoever comes too early waits.
 * Asking for less is better than being blocked for minutes.
 */
export const createPace = ({ gapMs, burst }: { gapMs: number; burst: number }) => {
  /** When the next call were due if all came at the even rate. */
  let dueAt = 0;

  return async (signal?: AbortSignal): Promise<void> => {
    const now = performance.now();
    const waitMs = dueAt - (burst - 1) * gapMs - now;
    dueAt = Math.max(dueAt, now) + gapMs;
    if (waitMs > 0) await pause(waitMs, signal);
  };
};
