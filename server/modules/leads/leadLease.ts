import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { newId } from '#server/lib/ids.ts';
import { keepLease } from '#server/lib/keepLease.ts';
import type { Logger } from '#server/lib/logger.ts';
import { lockLease, renewLease, takeLease } from './leadReads.store.ts';
import type { Lease, LeadReadKey } from './leadReads.store.ts';

/** How soon a read whose process was killed can be taken over. */
export const leaseMs = 30_000;
const renewEveryMs = 10_000;

/** The connection was disconnected or granted anew meanwhile, or the process slept for so long that another one reads. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

type Options = { log: Logger; signal: AbortSignal };

/**
 * Runs a read as the only reader of a connection over all servers; does nothing when there is another one.
 * @param run gets a signal that also ends when the lease is lost
 */
export const withLease = async (
  context: AppContext,
  key: LeadReadKey,
  { log, signal }: Options,
  run: (lease: Lease, signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const lease: Lease = { ...key, leaseId: newId() };
  const endOfLease = () => new Date(context.clock.now().getTime() + leaseMs);
  if (!(await takeLease(context.db, lease, context.clock.now(), endOfLease()))) return;

  const kept = keepLease({
    renew: () => renewLease(context.db, lease, endOfLease()),
    everyMs: renewEveryMs,
    lostReason: new LeaseLostError('lease lost'),
    // Whoever takes over meanwhile is noticed by the next transaction of the read.
    onFault: (error) => log.warn({ err: error }, 'the lease of a lead read was not renewed'),
  });
  try {
    await run(lease, AbortSignal.any([signal, kept.signal]));
  } finally {
    kept.stop();
  }
};

/**
 * A transaction of the reader alone.
 * @throws LeaseLostError when the lease is no longer held; then nothing is stored
 */
export const storeUnderLease = async <T>(
  context: AppContext,
  lease: Lease,
  store: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  context.db.transaction(async (tx) => {
    if (!(await lockLease(tx, lease))) throw new LeaseLostError('lease lost');
    return store(tx);
  });
