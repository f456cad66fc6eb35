import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { countOpenedCircuit } from '#server/metrics/counters.ts';
import { ProviderError } from './ProviderError.ts';

/** Failures in a row that open a circuit, and how long it stays open. */
const failuresToOpen = 5;
const openMs = 30_000;
/** An endpoint fails for everybody when calls for so many accounts fail. */
const accountsToOpen = 2;
/** A circuit that has seen no failure for so long is forgotten. */
const forgottenMs = 10 * 60_000;

type Circuit = {
  failures: number;
  /** Whose calls failed; no more of them than it takes. */
  accounts: Set<string>;
  /** 0: closed. */
  openUntil: number;
  isProbing: boolean;
  failedAt: number;
  userMessage: string;
};

/** What a call asks, and for whom: an ad account, a Page, or a person where neither is named. */
export type GuardedCall = { endpoint: string; account: string };

/**
 * Stops calls that only fail, so that nobody waits for a timeout. Five failures in a row of one account stop its calls to
 * the endpoint for 30 seconds. They stop those of all accounts when several accounts have failed, and the endpoint has
 * not answered. After that one call at a time probes. Each process has circuits of its own.
 */
export const createBreaker = (platform: PlatformId, now: () => number = Date.now) => {
  const circuits = new Map<string, Circuit>();

  const isStopped = (circuit: Circuit): boolean =>
    circuit.openUntil > 0 && (circuit.isProbing || now() < circuit.openUntil);

  const fail = (key: string, scope: 'endpoint' | 'account', account: string, error: ProviderError): void => {
    for (const [each, { failedAt, isProbing }] of circuits)
      if (!isProbing && failedAt <= now() - forgottenMs) circuits.delete(each);
    const fresh: Circuit = {
      failures: 0,
      accounts: new Set(),
      openUntil: 0,
      isProbing: false,
      failedAt: 0,
      userMessage: '',
    };
    const circuit = circuits.get(key) ?? fresh;
    circuits.set(key, circuit);
    circuit.failures += 1;
    circuit.failedAt = now();
    if (circuit.accounts.size < accountsToOpen) circuit.accounts.add(account);
    circuit.userMessage = scope === 'account' ? error.userMessage : messages.platform.unavailable(platform);
    const isOfSeveral = scope === 'account' || circuit.accounts.size >= accountsToOpen;
    // A call that began before the circuit opened does not keep it open for longer.
    if (circuit.failures < failuresToOpen || !isOfSeveral || now() < circuit.openUntil) return;
    if (circuit.openUntil === 0) countOpenedCircuit(platform, scope);
    circuit.openUntil = now() + openMs;
  };

  return async <T>({ endpoint, account }: GuardedCall, run: () => Promise<T>): Promise<T> => {
    const [ofEndpoint, ofAccount] = [endpoint, `${endpoint} ${account}`];
    const present = [ofEndpoint, ofAccount].map((key) => circuits.get(key)).filter((circuit) => circuit !== undefined);
    const stopped = present.find(isStopped);
    if (stopped) throw openError(platform, stopped, now());
    const probed = present.filter(({ openUntil }) => openUntil > 0);
    for (const circuit of probed) circuit.isProbing = true;
    try {
      const result = await run();
      circuits.delete(ofEndpoint);
      circuits.delete(ofAccount);
      return result;
    } catch (error) {
      if (error instanceof ProviderError) {
        // A refusal is an answer, also one that cannot be read. What was not sent tells nothing.
        if (error.outcome === 'retry') fail(ofAccount, 'account', account, error);
        else if (error.status !== undefined) circuits.delete(ofAccount);
        if (error.outcome === 'retry' && !error.isAnswered) fail(ofEndpoint, 'endpoint', account, error);
        else if (error.status !== undefined) circuits.delete(ofEndpoint);
      }
      throw error;
    } finally {
      for (const circuit of probed) circuit.isProbing = false;
    }
  };
};

const openError = (platform: PlatformId, { openUntil, userMessage }: Circuit, now: number): ProviderError =>
  new ProviderError(platform, {
    outcome: 'retry',
    userMessage,
    providerCode: 'breaker-open',
    // While a probe is on its way the window is over, but its result is not known yet.
    retryAfterMs: Math.max(openUntil - now, 1_000),
  });
