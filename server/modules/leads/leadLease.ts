import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { newId } from '#server/lib/ids.ts';
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

  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    try {
      if (!(await renewLease(context.db, lease, endOfLease()))) lost.abort(new LeaseLostError('lease lost'));
    } catch (error) {
      // Whoever takes over meanwhile is noticed by the next transaction of the read.
      log.warn({ err: error }, 'the lease of a lead read was not renewed');
    }
  };
  const timer = setInterval(() => void renew(), renewEveryMs);
  try {
    await run(lease, AbortSignal.any([signal, lost.signal]));
  } finally {
    clearInterval(timer);
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
