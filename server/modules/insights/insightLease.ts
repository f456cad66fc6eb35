import type { AppContext } from '#server/AppContext.ts';
import { newId } from '#server/lib/ids.ts';
import type { Logger } from '#server/lib/logger.ts';
import { runUnderLease } from '#server/lib/runUnderLease.ts';
import { renewLease, takeDueAccounts } from './insightAccounts.store.ts';
import type { InsightAccountRow, Lease } from './insightAccounts.store.ts';
import type { Owner } from './insightDays.store.ts';

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
      // Two readers of the same days do no harm: the later figures stay.
      onFault: (error) => log.warn({ err: error }, 'the lease of an insights read was not renewed'),
      signal,
    },
    (held) => run(lease, accounts, held),
  );
};
