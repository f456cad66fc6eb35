import type { DateRange } from '#shared/lib/dateRange.ts';
import type { AppContext } from '#server/AppContext.ts';
import { holdLease, workUnderLease } from '#server/database/leases/lease.ts';
import { newId } from '#server/lib/ids.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import {
  accountLease,
  extendDueAccounts,
  extendFreeAccounts,
  releaseFreeAccounts,
  takeDueAccounts,
  takeFreeAccounts,
} from '#server/modules/ads/insightAccounts.store.ts';
import type { InsightAccountRow, Lease } from '#server/modules/ads/insightAccounts.store.ts';
import type { Owner } from './insightDays.store.ts';

type Options = { log: Logger; signal: AbortSignal };

/**
 * Runs a read as the only reader of a connection's due accounts across all servers. Does nothing if no account is due.
 * @param run gets a signal that also aborts when the lease is lost
 */
export const withDueAccounts = async (
  context: Pick<AppContext, 'db'>,
  owner: Owner,
  options: Options,
  run: (lease: Lease, accounts: readonly InsightAccountRow[], signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const lease: Lease = { ...owner, leaseId: newId() };
  const accounts = await takeDueAccounts(context.db, lease);
  if (accounts.length === 0) return;
  const extend = () => extendDueAccounts(context.db, lease);
  await workUnderLease(accountLease, { ...options, extend }, (signal) => run(lease, accounts, signal));
};

/**
 * Runs a read for an interactive caller. Leases accounts that have no reader, so that no job reads the same days
 * meanwhile.
 * @param run gets the ids of the leased accounts
 */
export const withFreeAccounts = async <T>(
  context: Pick<AppContext, 'logger' | 'db' | 'storage'>,
  owner: Owner,
  accountIds: readonly string[],
  range: DateRange,
  run: (held: ReadonlySet<string>) => Promise<T>,
): Promise<T> => {
  // A lease cannot be stored while the disk is full.
  if (accountIds.length === 0 || context.storage.isFull()) return run(new Set());
  const lease: Lease = { ...owner, leaseId: newId() };
  const held = await takeFreeAccounts(context.db, lease, accountIds, range);
  if (held.size === 0) return run(held);
  try {
    // A second reader of the same days does no harm, so a lost lease does not stop the read.
    const extend = () => extendFreeAccounts(context.db, lease);
    return await holdLease(accountLease, { extend, log: context.logger.child({ area: 'insights' }) }, () => run(held));
  } finally {
    await releaseFreeAccounts(context.db, lease);
  }
};
