import { beforeEach, describe, expect, it } from 'vitest';
import { createBreaker } from './breaker.ts';
import { ProviderError } from './ProviderError.ts';
import type { ProviderOutcome } from './ProviderError.ts';

let now = 0;
let calls = 0;
let guard = createBreaker('google', () => now);

beforeEach(() => {
  now = 1_000_000;
  calls = 0;
  guard = createBreaker('google', () => now);
});

/** A guarded call that ends with an outcome, or well; gives the code of the failure, or `fine`. */
const call = async (outcome: ProviderOutcome | 'fine', endpoint = 'search'): Promise<string | undefined> => {
  try {
    return await guard(endpoint, async () => {
      calls += 1;
      if (outcome !== 'fine') throw new ProviderError('google', { outcome, userMessage: 'x', providerCode: outcome });
      return 'fine';
    });
  } catch (error) {
    if (error instanceof ProviderError) return error.providerCode;
    throw error;
  }
};

const fail = async (times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) await call('retry');
};

describe('createBreaker', () => {
  it('lets nobody through for 30 seconds after five failures in a row', async () => {
    await fail(5);
    now += 29_999;
    expect(await call('fine')).toBe('breaker-open');
    expect(calls).toBe(5);
    now += 1;
    expect(await call('fine')).toBe('fine');
    expect(await call('fine')).toBe('fine');
  });

  it('lets one call probe, and opens again when it fails', async () => {
    await fail(5);
    now += 30_000;
    expect(await Promise.all([call('retry'), call('fine')])).toEqual(['retry', 'breaker-open']);
    expect(await call('fine')).toBe('breaker-open');
    expect(calls).toBe(6);
  });

  it.each(['fine', 'account', 'wait'] as const)('starts counting anew after an answer (%s)', async (outcome) => {
    await fail(4);
    await call(outcome);
    await fail(4);
    expect(await call('fine')).toBe('fine');
  });

  it('leaves other endpoints alone', async () => {
    await fail(5);
    expect(await call('fine', 'token')).toBe('fine');
  });
});
