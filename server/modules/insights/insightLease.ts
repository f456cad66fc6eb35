import type { DateRange } from '#shared/lib/dateRange.ts';
import type { AppContext } from '#server/AppContext.ts';
import { newId } from '#server/lib/ids.ts';
import type { Logger } from '#server/lib/logger.ts';
import { runUnderLease } from '#server/lib/runUnderLease.ts';
import {
  holdFreeAccounts,
  releaseFreeAccounts,
  renewLease,
  takeDueAccounts,
  takeFreeAccounts,
} from './insightAccounts.store.ts';
import type { InsightAccountRow, Lease } from './insightAccounts.store.ts';
import type { Owner } from './insightDays.store.ts';

/** Two readers of the same days do no harm: the later figures stay. */
const onFault = (log: Logger) => (error: unknown) =>
  log.warn({ err: error }, 'the lease of an insights read was not renewed');

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
  const accounts = await takeDueAccounts(context.db, lease);
  if (accounts.length === 0) return;

  await runUnderLease(
    {
      renew: () => renewLease(context.db, lease),
      onFault: onFault(log),
      signal,
    },
    (held) => run(lease, accounts, held),
  );
};

/**
 * Runs a read of accounts for somebody who waits. Accounts that nobody reads are leased to it, so that no job reads the same
 * days meanwhile.
 * @param run gets the ids of the leased accounts
 */
export const withFreeAccounts = async <T>(
  context: AppContext,
  owner: Owner,
  accountIds: readonly string[],
  range: DateRange,
  run: (held: ReadonlySet<string>) => Promise<T>,
): Promise<T> => {
  // A full disk takes no leases.
  if (accountIds.length === 0 || context.storage.isFull()) return run(new Set());
  const lease: Lease = { ...owner, leaseId: newId() };
  const held = await takeFreeAccounts(context.db, lease, accountIds, range);
  if (held.size === 0) return run(held);
  try {
    return await runUnderLease(
      {
        renew: () => holdFreeAccounts(context.db, lease),
        onFault: onFault(context.logger.child({ area: 'insights' })),
      },
      () => run(held),
    );
  } finally {
    await releaseFreeAccounts(context.db, lease);
  }
};
