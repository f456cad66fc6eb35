import pLimit from 'p-limit';
import type { AccountWarning } from '#shared/contracts/insights.ts';
import type { InsightRowOf } from '#shared/contracts/insightRows.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { createConnections } from '#server/modules/connections/createConnections.ts';
import type { InsightsPage, PlatformAccount, PlatformCall } from '#server/providers/AdPlatform.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';

type Reading = Pick<PlatformCall, 'patience' | 'signal'>;

/** Accounts of one person that are read side by side. */
const parallelAccounts = 3;
/** Rows of one answer when everything is wanted. */
const fullReadLimitRows = 500;

/** A failure of this one account; a lost grant or a throttled connection concerns all of them. */
const concernsAccountOnly = (error: unknown): error is ProviderError =>
  error instanceof ProviderError &&
  (error.outcome === 'account' || error.outcome === 'fail' || error.outcome === 'split');

export const toWarning = (account: PlatformAccount, error: ProviderError): AccountWarning => ({
  accountId: account.id,
  message: error.userMessage,
});

/** One answer for one account. */
export const readPage = <P extends PlatformId>(
  context: AppContext,
  userId: string,
  platform: P,
  query: { account: PlatformAccount; range: DateRange; after?: string | null; limitRows?: number },
  reading: Reading,
): Promise<InsightsPage<InsightRowOf[P]>> => {
  const adapter = platformOf(context.platforms, platform);
  return createConnections(context).withAccess(userId, platform, reading, (call) => adapter.readInsights(call, query));
};

/** The page, or the error of this account alone; whatever else goes wrong is thrown. */
export const tryPage = async <P extends PlatformId>(
  ...args: Parameters<typeof readPage<P>>
): Promise<InsightsPage<InsightRowOf[P]> | ProviderError> => {
  try {
    return await readPage(...args);
  } catch (error) {
    if (concernsAccountOnly(error)) return error;
    throw error;
  }
};

const readAccount = async <P extends PlatformId>(
  context: AppContext,
  userId: string,
  platform: P,
  account: PlatformAccount,
  range: DateRange,
  reading: Reading,
): Promise<InsightRowOf[P][] | ProviderError> => {
  const rows: InsightRowOf[P][] = [];
  let after: string | null = null;
  do {
    const page: InsightsPage<InsightRowOf[P]> | ProviderError = await tryPage(
      context,
      userId,
      platform,
      { account, range, after, limitRows: fullReadLimitRows },
      reading,
    );
    if (page instanceof ProviderError) return page;
    rows.push(...page.rows);
    after = page.after;
  } while (after !== null);
  return rows;
};

/**
 * All rows of the accounts, in the order of the accounts. An account that cannot be read becomes a warning beside the
 * rows of the others; when none can be read its error is thrown.
 */
export const readAccounts = async <P extends PlatformId>(
  context: AppContext,
  userId: string,
  platform: P,
  accounts: readonly PlatformAccount[],
  range: DateRange,
  reading: Reading,
): Promise<{ rows: InsightRowOf[P][]; warnings: AccountWarning[] }> => {
  const limit = pLimit(parallelAccounts);
  const results = await Promise.all(
    accounts.map((account) => limit(() => readAccount(context, userId, platform, account, range, reading))),
  );
  const rows: InsightRowOf[P][] = [];
  const warnings: AccountWarning[] = [];
  let firstError: ProviderError | null = null;
  for (const [index, result] of results.entries()) {
    const account = accounts[index];
    if (!(result instanceof ProviderError)) rows.push(...result);
    else if (account) {
      firstError ??= result;
      warnings.push(toWarning(account, result));
    }
  }
  if (firstError && warnings.length === accounts.length) throw firstError;
  return { rows, warnings };
};
