import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { ProviderError } from './ProviderError.ts';

/** Failures in a row that open the breaker, and how long it stays open. */
const failuresToOpen = 5;
const openMs = 30_000;

type Circuit = { failures: number; openUntil: number; isProbing: boolean };

/**
 * Stops calling an endpoint that only fails: after five passing faults in a row nobody calls it for 30 seconds, then one
 * call probes it. Whoever waits for an answer hears at once that there is none, instead of waiting for a timeout.
 */
export const createBreaker = (platform: PlatformId, now: () => number = Date.now) => {
  const circuits = new Map<string, Circuit>();

  return async <T>(endpoint: string, run: () => Promise<T>): Promise<T> => {
    const circuit = circuits.get(endpoint) ?? { failures: 0, openUntil: 0, isProbing: false };
    circuits.set(endpoint, circuit);
    const isTripped = circuit.failures >= failuresToOpen;
    if (isTripped && (circuit.isProbing || now() < circuit.openUntil))
      throw openError(platform, circuit.openUntil - now());
    circuit.isProbing = isTripped;
    try {
      const result = await run();
      circuit.failures = 0;
      return result;
    } catch (error) {
      note(circuit, error, now());
      throw error;
    } finally {
      circuit.isProbing = false;
    }
  };
};

/** A refusal is an answer: the endpoint is alive. A call that its caller ended tells nothing. */
const note = (circuit: Circuit, error: unknown, at: number): void => {
  if (!(error instanceof ProviderError)) return;
  if (error.outcome !== 'retry') {
    circuit.failures = 0;
    return;
  }
  circuit.failures += 1;
  if (circuit.failures >= failuresToOpen) circuit.openUntil = at + openMs;
};

const openError = (platform: PlatformId, remainingMs: number): ProviderError =>
  new ProviderError(platform, {
    outcome: 'retry',
    userMessage: messages.platform.unavailable(platform),
    providerCode: 'breaker-open',
    // While a probe is on its way the window is over, but its result is not known yet.
    retryAfterMs: Math.max(remainingMs, 1_000),
  });
