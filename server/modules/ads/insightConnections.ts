import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { deleteInsightAccounts, renewInsightAccounts } from './insightAccounts.store.ts';
import { deleteInsightDays } from './days/insightDays.store.ts';
import type { Owner } from './days/insightDays.store.ts';
import { deleteAds } from './objects/totals/adTotals.store.ts';
import { deleteReports } from './reports/insightReports.store.ts';
import { beginInsightsJob, insightKeyOf } from './insights.jobs.ts';

/** Deletes the stored metrics of a connection. */
export const endInsights = async (tx: Transaction, { workspaceId, platform }: Owner): Promise<void> => {
  const owner = { workspaceId, platform };
  await deleteInsightAccounts(tx, owner);
  await deleteInsightDays(tx, owner);
  await deleteReports(tx, owner);
  await deleteAds(tx, owner);
};

/**
 * Fetches and reads the accounts of a new grant at once, which fills gaps. Accounts of another identity replace the
 * stored ones.
 */
export const beginInsights = async (
  tx: Transaction,
  context: Pick<AppContext, 'jobs' | 'clock'>,
  { workspaceId, platform }: Owner,
  isOtherIdentity: boolean,
): Promise<void> => {
  const owner = { workspaceId, platform };
  if (isOtherIdentity) await endInsights(tx, owner);
  else await renewInsightAccounts(tx, owner, context.clock.now());
  await context.jobs.enqueue(beginInsightsJob, owner, { transaction: tx, singletonKey: insightKeyOf(owner) });
};
