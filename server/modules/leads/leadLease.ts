import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { newId } from '#server/lib/ids.ts';
import type { Logger } from '#server/lib/logger.ts';
import { LeaseLostError, runUnderLease } from '#server/lib/runUnderLease.ts';
import { lockLease, renewLease, takeLease } from './leadReads.store.ts';
import type { Lease, LeadReadKey } from './leadReads.store.ts';

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
  if (!(await takeLease(context.db, lease))) return;

  await runUnderLease(
    {
      renew: () => renewLease(context.db, lease),
      // Whoever takes over meanwhile is noticed by the next transaction of the read.
      onFault: (error) => log.warn({ err: error }, 'the lease of a lead read was not renewed'),
      signal,
    },
    (held) => run(lease, held),
  );
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
    if (!(await lockLease(tx, lease))) throw new LeaseLostError();
    return store(tx);
  });
