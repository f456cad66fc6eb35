import { beforeEach, describe, expect, it } from 'vitest';
import { createBreaker } from './breaker.ts';
import { ProviderError } from '../ProviderError.ts';
import type { ProviderOutcome } from '../ProviderError.ts';

let now = 0;
let calls = 0;
let guard = createBreaker('google', () => now);

beforeEach(() => {
  now = 1_000_000;
  calls = 0;
  guard = createBreaker('google', () => now);
});

type Ending = ProviderOutcome | 'fine' | 'unreadable' | 'not sent';

const errorOf = (ending: Exclude<Ending, 'fine'>): ProviderError => {
  const details = { userMessage: `it was ${ending}`, providerCode: ending };
  if (ending === 'unreadable')
    return new ProviderError('google', { ...details, outcome: 'retry', status: 200, isAnswered: true });
  if (ending === 'not sent') return new ProviderError('google', { ...details, outcome: 'wait' });
  return new ProviderError('google', { ...details, outcome: ending, status: ending === 'retry' ? 503 : 400 });
};

const codeOf = async (run: Promise<string>): Promise<string | undefined> => {
  try {
    return await run;
  } catch (error) {
    if (error instanceof ProviderError) return error.providerCode;
    throw error;
  }
};

/** Makes a guarded call with the given ending. Returns the failure's code, or `fine`. */
const call = (ending: Ending, account = 'a', endpoint = 'search'): Promise<string | undefined> =>
  codeOf(
    guard({ endpoint, account }, async () => {
      calls += 1;
      if (ending !== 'fine') throw errorOf(ending);
      return 'fine';
    }),
  );

const fail = async (accounts: string, ending: Ending = 'retry'): Promise<void> => {
  for (const account of accounts) await call(ending, account);
};

describe('createBreaker', () => {
  it('blocks all calls for 30 seconds after five consecutive failures of several accounts', async () => {
    await fail('abaab');
    now += 29_999;
    expect(await call('fine', 'c')).toBe('breaker-open');
    expect(calls).toBe(5);
    now += 1;
    expect(await call('fine', 'c')).toBe('fine');
    expect(await call('fine', 'd')).toBe('fine');
  });

  it('blocks only the calls of one account when the others do not fail', async () => {
    await fail('aaaaaaa');
    expect(calls).toBe(5);
    expect(await call('fine', 'a')).toBe('breaker-open');
    expect(await call('fine', 'b')).toBe('fine');
    expect(await call('fine', 'a')).toBe('breaker-open');
  });

  it('blocks accounts with unreadable responses one by one, and repeats the last message of each', async () => {
    await fail('aaaaabbbbb', 'unreadable');
    expect(await call('fine', 'c')).toBe('fine');
    const stopped = guard({ endpoint: 'search', account: 'a' }, () => Promise.resolve());
    await expect(stopped).rejects.toMatchObject({ providerCode: 'breaker-open', userMessage: 'it was unreadable' });
  });

  it('allows one probe at a time, and opens again when the probe fails', async () => {
    await fail('abaab');
    now += 30_000;
    expect(await Promise.all([call('retry', 'c'), call('fine', 'd'), call('fine', 'e')])).toEqual([
      'retry',
      'breaker-open',
      'breaker-open',
    ]);
    expect(await call('fine', 'd')).toBe('breaker-open');
    expect(calls).toBe(6);
    now += 30_000;
    expect(await call('fine', 'd')).toBe('fine');
  });

  it('keeps its single probe when a call ends that began before the circuit opened', async () => {
    const late = Promise.withResolvers<string>();
    const lateCall = codeOf(guard({ endpoint: 'search', account: 'z' }, () => late.promise));
    await fail('abaab');
    now += 30_000;
    const probe = Promise.withResolvers<string>();
    const probing = codeOf(guard({ endpoint: 'search', account: 'c' }, () => probe.promise));
    late.reject(errorOf('retry'));
    await lateCall;
    expect(await call('fine', 'd')).toBe('breaker-open');
    probe.resolve('fine');
    expect(await probing).toBe('fine');
    expect(await call('fine', 'd')).toBe('fine');
  });

  it.each(['fine', 'account', 'wait'] as const)('resets the failure count after a response (%s)', async (ending) => {
    await fail('abab');
    await call(ending);
    await fail('abab');
    expect(await call('fine')).toBe('fine');
  });

  it('ignores a call that was not sent', async () => {
    await fail('abab');
    await call('not sent');
    await fail('a');
    expect(await call('fine', 'c')).toBe('breaker-open');
  });

  it('does not affect other endpoints', async () => {
    await fail('abaab');
    expect(await call('fine', 'a', 'token')).toBe('fine');
  });
});
