import { utcDay } from '#shared/lib/dateRange.ts';
import type { Transaction } from '#server/database/Database.ts';
import type { AccountKey } from '#server/modules/ads/objects/totals/adTotals.store.ts';
import { deleteBudgets } from './budgets/budgets.store.ts';
import { deleteFindings, endAsGone } from './list/findings.store.ts';
import { deleteSummaries } from './summary/insightSummaries.store.ts';
import { deleteRun, deleteRuns } from './runs/findingRuns.store.ts';

/**
 * Deletes what was found in the accounts of a connection and written about it, and their budgets. The runs go first: one that is under way
 * waits or loses its lease, and stores nothing afterwards.
 */
export const deleteFindingsOf = async (
  tx: Transaction,
  owner: Pick<AccountKey, 'workspaceId' | 'platform'>,
): Promise<void> => {
  await deleteRuns(tx, owner);
  await deleteFindings(tx, owner);
  // After the findings: a summary that is being written holds them.
  await deleteSummaries(tx, owner.workspaceId);
  await deleteBudgets(tx, owner);
};

/** Ends what is open in an account that is no longer read. @returns how many findings */
export const endFindingsOfAccount = async (tx: Transaction, key: AccountKey, now: Date): Promise<number> => {
  await deleteRun(tx, key);
  return endAsGone(tx, key, utcDay(now), now);
};
