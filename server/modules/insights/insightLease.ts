import type { AppContext } from '#server/AppContext.ts';
import { newId } from '#server/lib/ids.ts';
import { keepLease } from '#server/lib/keepLease.ts';
import type { Logger } from '#server/lib/logger.ts';
import { renewLease, takeDueAccounts } from './insightAccounts.store.ts';
import type { InsightAccountRow, Lease } from './insightAccounts.store.ts';
import type { Owner } from './insightDays.store.ts';

/** How soon accounts whose reader was killed can be taken over. */
const leaseMs = 30_000;
const renewEveryMs = 10_000;

/** The connection was disconnected or granted anew meanwhile, or the process slept for so long that another one reads. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

type Options = { log: Logger; signal: AbortSignal };

/**
 * Runs a read as the only reader of the due accounts of a connection over all servers; does nothing when none is due.
 * @param run gets a signal that also ends when the lease is lost
 */
export const withDueAccounts = async (
  context: AppContext,
  owner: Owner,
  { log, signal }: Options,
  run: (lease: Lease, accounts: readonly InsightAccountRow[], signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const lease: Lease = { ...owner, leaseId: newId() };
  const endOfLease = () => new Date(context.clock.now().getTime() + leaseMs);
  const accounts = await takeDueAccounts(context.db, lease, context.clock.now(), endOfLease());
  if (accounts.length === 0) return;

  const kept = keepLease({
    renew: () => renewLease(context.db, lease, endOfLease()),
    everyMs: renewEveryMs,
    lostReason: new LeaseLostError('lease lost'),
    // Two readers of the same days do no harm: the later figures stay.
    onFault: (error) => log.warn({ err: error }, 'the lease of an insights read was not renewed'),
  });
  try {
    await run(lease, accounts, AbortSignal.any([signal, kept.signal]));
  } finally {
    kept.stop();
  }
};
