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
 * Runs a read of accounts that need not be due. Leases those that have no reader, so that no other reader reads the same
 * days meanwhile.
 * @param rows the days whose rows are read; null if metrics are read
 * @param run gets the lease, the ids of the leased accounts, and a signal that aborts when the lease is lost
 */
export const withFreeAccounts = async <T>(
  context: Pick<AppContext, 'logger' | 'db' | 'storage'>,
  owner: Owner,
  accountIds: readonly string[],
  rows: DateRange | null,
  run: (held: ReadonlySet<string>, lease: Lease, signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const lease: Lease = { ...owner, leaseId: newId() };
  const unheld = () => run(new Set(), lease, new AbortController().signal);
  // A lease cannot be stored while the disk is full.
  if (accountIds.length === 0 || context.storage.isFull()) return unheld();
  const held = await takeFreeAccounts(context.db, lease, accountIds, rows);
  if (held.size === 0) return unheld();
  try {
    const extend = () => extendFreeAccounts(context.db, lease);
    const log = context.logger.child({ area: 'insights' });
    return await holdLease(accountLease, { extend, log }, (signal) => run(held, lease, signal));
  } finally {
    await releaseFreeAccounts(context.db, lease);
  }
};
