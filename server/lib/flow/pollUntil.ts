import { setTimeout } from 'node:timers/promises';

const firstPauseMs = 50;
const longestPauseMs = 250;

type PollOptions<T> = {
  /** `waitedMs`: since the first poll. */
  isEnough: (value: T, waitedMs: number) => boolean;
  waitMs: number;
  signal?: AbortSignal | undefined;
};

/**
 * Polls what other processes change, often at first, until the value is enough, `waitMs` have passed or the signal
 * aborts.
 * @returns the last value, enough or not
 */
export const pollUntil = async <T>(
  read: () => Promise<T>,
  { isEnough, waitMs, signal }: PollOptions<T>,
): Promise<T> => {
  const begunAt = performance.now();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const value = await read();
    const waitedMs = performance.now() - begunAt;
    if (isEnough(value, waitedMs) || signal?.aborted || waitedMs >= waitMs) return value;
    await setTimeout(pauseMs);
  }
};
