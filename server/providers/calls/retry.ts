import { ProviderError } from '../ProviderError.ts';
import { isTransient, verdictOf } from '#server/lib/failures/verdicts.ts';

export type Patience = 'interactive' | 'background';

export type RetryOptions = {
  patience: Patience;
  /** Cancels the wait at once and throws the signal's reason. */
  signal?: AbortSignal;
  /** Called before each retry with the failure and the wait. */
  onRetry?: (error: ProviderError, delayMs: number) => void;
  /** Between 0 and 1; tests replace it to get the longest or shortest wait. */
  random?: () => number;
};

type RetryPlan = {
  retries: number;
  firstCeilingMs: number;
  maxCeilingMs: number;
  /** Longest wait honored here on the provider's request; the caller plans longer ones. */
  maxAskedWaitMs: number;
  /** No attempt begins later than this after the first. */
  totalMs: number;
};

const plans: Record<Patience, RetryPlan> = {
  // The caller gets an answer within 15 seconds: the latest attempt may wait 10 seconds for its first byte.
  interactive: { retries: 2, firstCeilingMs: 1_000, maxCeilingMs: 8_000, maxAskedWaitMs: 4_000, totalMs: 4_500 },
  background: {
    retries: 5,
    firstCeilingMs: 2_000,
    maxCeilingMs: 60_000,
    maxAskedWaitMs: 120_000,
    totalMs: 15 * 60_000,
  },
};

/** A cut or unreadable answer that repeats lasts. More attempts would only use up the account's quota. */
const retriesOfAnswers = 2;

/** Used when throttled without a given wait: an immediate retry makes it worse. */
const minThrottledDelayMs = 500;

/**
 * Runs a provider call and retries the outcomes `retry` and `wait`. Everything else is thrown at once. So is a `wait`
 * beyond the patience, with its `retryAfterMs` for the caller. Backs off with full jitter, but never shortens a wait
 * that the provider asked for.
 */
export const withRetry = async <T>(run: (attempt: number) => Promise<T>, options: RetryOptions): Promise<T> => {
  const plan = plans[options.patience];
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    options.signal?.throwIfAborted();
    try {
      return await run(attempt);
    } catch (error) {
      if (!(error instanceof ProviderError) || attempt > plan.retries) throw error;
      const delayMs = delayBefore(error, attempt, plan, options.random ?? Math.random);
      if (delayMs === null || performance.now() - startedAt + delayMs > plan.totalMs) throw error;
      options.onRetry?.(error, delayMs);
      await pause(delayMs, options.signal);
    }
  }
};

/** Milliseconds until the next attempt, or null for no retry. */
const delayBefore = (error: ProviderError, attempt: number, plan: RetryPlan, random: () => number): number | null => {
  if (!isTransient(verdictOf(error))) return null;
  if (error.outcome === 'retry' && error.isAnswered && attempt > retriesOfAnswers) return null;
  const backoffMs = random() * Math.min(plan.maxCeilingMs, plan.firstCeilingMs * 2 ** (attempt - 1));
  if (error.retryAfterMs === undefined)
    return error.outcome === 'wait' ? Math.max(backoffMs, minThrottledDelayMs) : backoffMs;
  // Jitter on top, so that callers with the same wait do not return at the same instant.
  return error.retryAfterMs > plan.maxAskedWaitMs ? null : error.retryAfterMs + random() * plan.firstCeilingMs;
};

/** Sleeps. When canceled, throws the signal's reason like every aborted call. */
export const pause = (delayMs: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (finish: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const onAbort = (): void => end(() => reject(reasonOf(signal)));
    const timer = setTimeout(() => end(resolve), delayMs);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort);
  });

export const reasonOf = (signal: AbortSignal | undefined): Error => {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('ended by the caller', 'AbortError');
};
