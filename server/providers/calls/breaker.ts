import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { countOpenedCircuit } from '#server/metrics/counters.ts';
import { ProviderError } from '../ProviderError.ts';

/** Consecutive failures that open a circuit, and how long it stays open. */
const failuresToOpen = 5;
const openMs = 30_000;
/** An endpoint counts as down when calls for this many accounts fail. */
const accountsToOpen = 2;
/** A circuit without a failure for this long is deleted. */
const deleteAfterMs = 10 * 60_000;

type Circuit = {
  failures: number;
  /** Accounts whose calls failed, up to the number needed. */
  accounts: Set<string>;
  /** 0: closed. */
  openUntil: number;
  isProbing: boolean;
  failedAt: number;
  userMessage: string;
};

/** Endpoint and subject of a call: an ad account, a Page, or the person if neither is named. */
export type GuardedCall = { endpoint: string; account: string };

/**
 * Stops calls that keep failing, so that nobody waits for timeouts. Five consecutive failures of one account block its
 * calls to the endpoint for 30 seconds. If several accounts failed and the endpoint never responded, all accounts are
 * blocked. Then one call at a time probes. Each process has its own circuits.
 */
export const createBreaker = (platform: PlatformId, now: () => number = Date.now) => {
  const circuits = new Map<string, Circuit>();

  const isStopped = (circuit: Circuit): boolean =>
    circuit.openUntil > 0 && (circuit.isProbing || now() < circuit.openUntil);

  const fail = (key: string, scope: 'endpoint' | 'account', account: string, error: ProviderError): void => {
    for (const [each, { failedAt, isProbing }] of circuits)
      if (!isProbing && failedAt <= now() - deleteAfterMs) circuits.delete(each);
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
    // Calls that began before the circuit opened do not prolong it.
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
        // A refusal is a response, even an unreadable one. A call that was not sent proves nothing.
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
    // The window is over, but the probe's result is not known yet.
    retryAfterMs: Math.max(openUntil - now, 1_000),
  });
