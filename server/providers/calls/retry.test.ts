import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProviderError } from '../ProviderError.ts';
import type { ProviderOutcome } from '../ProviderError.ts';
import { pause, withRetry } from './retry.ts';
import type { RetryOptions } from './retry.ts';

const failure = (outcome: ProviderOutcome, retryAfterMs?: number): ProviderError =>
  new ProviderError('google', { outcome, userMessage: 'x', retryAfterMs });

/** Runs a function that fails `failures` times and then succeeds. Returns the waits, the attempts and the result. */
const attempt = async (failures: ProviderError[], options: Partial<RetryOptions> & Pick<RetryOptions, 'patience'>) => {
  const waits: number[] = [];
  const left = [...failures];
  let tries = 0;
  const run = async (): Promise<string> => {
    tries += 1;
    const next = left.shift();
    if (next) throw next;
    return 'done';
  };
  const onRetry = (_error: ProviderError, delayMs: number): void => {
    waits.push(delayMs);
  };
  const ended = withRetry(run, { random: () => 1, onRetry, ...options }).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return { result: await ended, waits, tries };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('withRetry', () => {
  it.each(['retry', 'wait'] as const)('retries after %s', async (outcome) => {
    expect(await attempt([failure(outcome)], { patience: 'interactive' })).toMatchObject({ result: 'done', tries: 2 });
  });

  it.each(['reconnect', 'token-rejected', 'scope-missing', 'account', 'split', 'fail'] as const)(
    'does not retry after %s',
    async (outcome) => {
      const first = failure(outcome);
      expect(await attempt([first], { patience: 'background' })).toMatchObject({ result: first, tries: 1 });
    },
  );

  it('rethrows other errors at once', async () => {
    const broken = new TypeError('ours');
    await expect(withRetry(() => Promise.reject(broken), { patience: 'background' })).rejects.toBe(broken);
  });

  it('gives an interactive caller two retries', async () => {
    const failures = [failure('retry'), failure('retry'), failure('retry')];
    const { result, tries, waits } = await attempt([...failures], { patience: 'interactive' });
    expect(result).toBe(failures[2]);
    expect(tries).toBe(3);
    expect(waits).toEqual([1000, 2000]);
  });

  it('gives a background caller five retries with doubling waits', async () => {
    const failures = Array.from({ length: 6 }, () => failure('retry'));
    const { tries, waits } = await attempt(failures, { patience: 'background' });
    expect(tries).toBe(6);
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000]);
  });

  it('gives up in the background after three cut answers', async () => {
    const cut = () => new ProviderError('google', { outcome: 'retry', userMessage: 'x', isAnswered: true });
    const failures = [cut(), cut(), cut()];
    const { result, tries } = await attempt([...failures], { patience: 'background' });
    expect(result).toBe(failures[2]);
    expect(tries).toBe(3);
  });

  it('spreads the waits from zero up', async () => {
    const { waits } = await attempt([failure('retry')], { patience: 'background', random: () => 0 });
    expect(waits).toEqual([0]);
  });

  it('never shortens a wait that the provider asked for', async () => {
    const { waits } = await attempt([failure('wait', 3_900)], { patience: 'interactive', random: () => 0 });
    expect(waits).toEqual([3_900]);
  });

  it.each([
    ['interactive', 5_000],
    ['background', 8_962_000],
  ] as const)('returns a longer wait to the %s caller', async (patience, retryAfterMs) => {
    const first = failure('wait', retryAfterMs);
    expect(await attempt([first], { patience })).toMatchObject({ result: first, tries: 1 });
  });

  it('starts no attempt that could delay an interactive caller beyond 15 seconds', async () => {
    const failures = [failure('wait', 3_000), failure('wait', 3_000)];
    expect(await attempt([...failures], { patience: 'interactive' })).toMatchObject({ result: failures[1], tries: 2 });
    const silent = failure('retry');
    const run = vi.fn<() => Promise<never>>(async () => {
      await pause(10_000);
      throw silent;
    });
    const ended = withRetry(run, { patience: 'interactive' }).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await ended).toBe(silent);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('stops waiting when the caller cancels', async () => {
    const caller = new AbortController();
    const ended = withRetry(() => Promise.reject(failure('wait', 60_000)), {
      patience: 'background',
      signal: caller.signal,
      onRetry: () => caller.abort(new Error('gone')),
    });
    await expect(ended).rejects.toThrow('gone');
  });
});
