import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { workUnderLease } from '#server/database/leases/lease.ts';
import { newId } from '#server/lib/ids.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { extendLease, lockLease, leadReadLease, takeLease } from './leadReads.store.ts';
import type { Lease, LeadReadKey } from './leadReads.store.ts';

type Options = { log: Logger; signal: AbortSignal };

/**
 * Runs a read as the only reader of a connection on all servers. Does nothing when another read is running.
 * @param run receives a signal that also aborts when the lease is lost
 */
export const withLease = async (
  context: Pick<AppContext, 'db'>,
  key: LeadReadKey,
  options: Options,
  run: (lease: Lease, signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const lease: Lease = { ...key, leaseId: newId() };
  if (!(await takeLease(context.db, lease))) return;
  const extend = () => extendLease(context.db, lease);
  await workUnderLease(leadReadLease, { ...options, extend }, (signal) => run(lease, signal));
};

/**
 * Runs a transaction that requires the lease.
 * @throws LeaseLostError when the lease is lost; nothing is then stored
 */
export const storeUnderLease = async <T>(
  context: Pick<AppContext, 'db'>,
  lease: Lease,
  store: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  context.db.transaction(async (tx) => {
    await lockLease(tx, lease);
    return store(tx);
  });
