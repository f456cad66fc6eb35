import { ProviderError } from './ProviderError.ts';
import { isTransient, verdictOf } from '#server/lib/failures/verdicts.ts';

export type Patience = 'interactive' | 'background';

export type RetryOptions = {
  patience: Patience;
  /** Ends the waiting at once; the reason of the signal is thrown. */
  signal?: AbortSignal;
  /** Told before each new try: what failed, and how long it waits. */
  onRetry?: (error: ProviderError, delayMs: number) => void;
  /** Between 0 and 1; replaced by tests that want the longest or the shortest wait. */
  random?: () => number;
};

type RetryPlan = {
  retries: number;
  firstCeilingMs: number;
  maxCeilingMs: number;
  /** A wait that the provider asks for is honoured up to here; a longer one is the caller's to plan. */
  maxAskedWaitMs: number;
  /** No new try begins later than this after the first one. */
  totalMs: number;
};

const plans: Record<Patience, RetryPlan> = {
  // Someone is answered within 15 seconds: a try that begins at the latest moment may wait 10 seconds for its first byte.
  interactive: { retries: 2, firstCeilingMs: 1_000, maxCeilingMs: 8_000, maxAskedWaitMs: 4_000, totalMs: 4_500 },
  background: {
    retries: 5,
    firstCeilingMs: 2_000,
    maxCeilingMs: 60_000,
    maxAskedWaitMs: 120_000,
    totalMs: 15 * 60_000,
  },
};

/** Throttled without a figure: a call that comes back at once makes it worse. */
const minThrottledDelayMs = 500;

/**
 * Runs a provider call and tries again what can heal: the outcomes `retry` and `wait`. Everything else is thrown at
 * once, and so is a `wait` that is longer than the patience, with its `retryAfterMs` for whoever can come back later.
 * Backs off with full jitter; a wait that the provider asked for is never cut short.
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

/** Milliseconds until the next try, or null when there should be none. */
const delayBefore = (error: ProviderError, attempt: number, plan: RetryPlan, random: () => number): number | null => {
  if (!isTransient(verdictOf(error))) return null;
  const backoffMs = random() * Math.min(plan.maxCeilingMs, plan.firstCeilingMs * 2 ** (attempt - 1));
  if (error.retryAfterMs === undefined)
    return error.outcome === 'wait' ? Math.max(backoffMs, minThrottledDelayMs) : backoffMs;
  // Everyone who was told the same figure would come back in the same instant, hence the jitter on top.
  return error.retryAfterMs > plan.maxAskedWaitMs ? null : error.retryAfterMs + random() * plan.firstCeilingMs;
};

/** Sleeps; when the signal ends it, throws the signal's own reason as every aborted call does. */
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
