import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls until the result is not false, null or undefined, and returns it.
 * @throws after `timeoutMs`, naming `what`
 */
export const waitUntil = async <T>(
  check: () => T | Promise<T>,
  { timeoutMs = 60_000, everyMs = 25, what = 'the condition' } = {},
): Promise<NonNullable<Exclude<T, false>>> => {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const answer = await check();
    if (answer !== false && answer !== null && answer !== undefined) return answer as NonNullable<Exclude<T, false>>;
    if (Date.now() > giveUpAt) throw new Error(`Timed out after ${timeoutMs} ms waiting for ${what}`);
    await sleep(everyMs);
  }
};
