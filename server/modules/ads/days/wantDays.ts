import type { DateRange } from '#shared/lib/dateRange.ts';
import type { AppContext } from '#server/AppContext.ts';
import { visitRetryMs, wantInsights } from '#server/modules/ads/insightAccounts.store.ts';
import type { InsightAccountRow } from '#server/modules/ads/insightAccounts.store.ts';
import type { Owner } from './insightDays.store.ts';
import { insightKeyOf, readInsightsJob } from '#server/modules/ads/insights.jobs.ts';

/** How often a visit to a readable account is recorded. */
const visitRecordMs = 3_600_000;

/**
 * Whether to record a visit to an account.
 * @param row the stored state, if any
 */
export const isVisitDue = (
  row: Pick<InsightAccountRow, 'lookedAt' | 'problem' | 'adsProblem'> | undefined,
  now: Date,
): boolean => {
  if (!row) return true;
  const isFailing = (row.problem ?? row.adsProblem) !== null;
  return now.getTime() - row.lookedAt.getTime() > (isFailing ? visitRetryMs : visitRecordMs);
};

/** Records that someone visits accounts and enqueues reads of their days, without waiting. */
export const wantDays = async (
  context: Pick<AppContext, 'clock' | 'db' | 'storage' | 'jobs'>,
  owner: Owner,
  wishes: readonly { accountIds: readonly string[]; range: DateRange | null }[],
): Promise<void> => {
  // Reads cannot be stored while the disk is full, so show the stored rows.
  if (context.storage.isFull()) return;
  await context.db.transaction(async (tx) => {
    const now = context.clock.now();
    let isDue = false;
    for (const { accountIds, range } of wishes)
      if (accountIds.length > 0 && (await wantInsights(tx, owner, accountIds, { range, now }))) isDue = true;
    if (isDue) {
      const { workspaceId, platform } = owner;
      const options = { transaction: tx, singletonKey: insightKeyOf(owner) };
      await context.jobs.enqueue(readInsightsJob, { workspaceId, platform }, options);
    }
  });
};
