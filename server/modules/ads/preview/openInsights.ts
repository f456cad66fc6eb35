import type { AccountWarning } from '#shared/contracts/insights.ts';
import type { InsightRowOf } from '#shared/insights.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { requireOwnAccounts } from '#server/modules/ads/accounts/adAccounts.service.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import type { ReadFailure } from '#server/modules/ads/days/bringUpToDate.ts';
import { rememberQuery } from './insightQueries.store.ts';
import type { Reading } from '#server/modules/ads/days/readDays.ts';
import { requireAllowedRange } from '#server/lib/http/requireAllowedRange.ts';
import { storedInsights } from '#server/modules/ads/days/storedInsights.ts';
import { wantDays } from '#server/modules/ads/days/wantDays.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Ad accounts in display order, and the dates. */
export type InsightsQuery = { accountIds: readonly string[] } & DateRange;

/** @param isKnown whether stored rows of the account are shown */
export const toWarning = (account: PlatformAccount, failure: ReadFailure, isKnown: boolean): AccountWarning => ({
  accountId: account.id,
  message: isKnown ? messages.platform.shownAsStored(failure.userMessage) : failure.userMessage,
});

/** The result of a read: accounts with stored rows in display order, and warnings for accounts that could not be read. */
export type OpenInsights<P extends PlatformId> = {
  accountIds: readonly string[];
  warnings: AccountWarning[];
  /** The rows of an account, in pages. */
  pages: (accountId: string) => AsyncGenerator<InsightRowOf[P][]>;
};

/**
 * Reads missing and stale rows of the workspace's ad accounts from the platform. An unreadable account becomes a
 * warning beside the stored rows.
 * @throws AppError 400 for dates, 403 for foreign accounts; the first failure if no account can be read and nothing is
 * stored
 */
export const openInsights = async <P extends PlatformId>(
  context: AppContext,
  workspaceId: WorkspaceId,
  platform: P,
  query: InsightsQuery,
  reading: Reading,
): Promise<OpenInsights<P>> => {
  const range = requireAllowedRange(context, query);
  const accounts = await requireOwnAccounts(context, workspaceId, platform, query.accountIds, reading);
  const ids = accounts.map((account) => account.id);
  const stored = storedInsights[platform];
  const outcomes = await stored.bringUpToDate(context, workspaceId, accounts, range, reading);
  await rememberQuery(context.db, workspaceId, platform, range, ids, context.clock.now());
  await wantDays(context, { workspaceId, platform }, [{ accountIds: ids, range: null }]);

  const failed = outcomes.filter(({ failure }) => failure !== null);
  const known =
    failed.length === 0 ? new Set(ids) : new Set((await stored.listTimes(context.db, workspaceId, ids, range)).keys());
  const [first] = failed;
  // All chosen accounts failed: an error, not an empty table.
  if (first?.failure && failed.length === accounts.length && known.size === 0) throw first.failure;
  return {
    accountIds: ids.filter((id) => known.has(id)),
    warnings: outcomes.flatMap(({ account, failure }) =>
      failure ? [toWarning(account, failure, known.has(account.id))] : [],
    ),
    pages: (accountId) => stored.pages(context.db, workspaceId, accountId, range),
  };
};
