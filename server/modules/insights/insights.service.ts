import type { AccountWarning } from '#shared/contracts/insights.ts';
import type { FacebookRow, InsightRowOf } from '#shared/contracts/insightRows.ts';
import { isAllowedRange, utcDay } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { emptyAccountsPerDataset, pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { validationError } from '#server/lib/errors.ts';
import { requireOwnAccounts } from '#server/modules/adAccounts/adAccounts.service.ts';
import type { PlatformCall } from '#server/providers/AdPlatform.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { rememberQuery } from './insightQueries.store.ts';
import { readAccounts, toWarning, tryPage } from './readAccounts.ts';

type Reading = Pick<PlatformCall, 'patience' | 'signal'>;
type Query = { accountIds: readonly string[] } & DateRange;

/** @throws AppError 400 for days that do not exist, are in the wrong order or out of bounds */
const requireAllowedRange = (context: AppContext, { since, until }: DateRange): DateRange => {
  if (!isAllowedRange({ since, until }, utcDay(context.clock.now())))
    throw validationError(messages.validation.invalidDates);
  return { since, until };
};

/**
 * All insight rows of a person's own accounts in a date range, and the accounts that could not be read.
 * @throws AppError 400 for dates, 403 for foreign accounts, and what the connection and the platform throw
 */
export const readAllInsights = async <P extends PlatformId>(
  context: AppContext,
  userId: string,
  platform: P,
  query: Query,
  reading: Reading,
): Promise<{ rows: InsightRowOf[P][]; warnings: AccountWarning[] }> => {
  const range = requireAllowedRange(context, query);
  const accounts = await requireOwnAccounts(context, userId, platform, query.accountIds, reading);
  const result = await readAccounts(context, userId, platform, accounts, range, reading);
  await rememberQuery(
    context.db,
    userId,
    platform,
    range,
    accounts.map((account) => account.id),
    context.clock.now(),
  );
  return result;
};

export type FacebookDataset = {
  rows: FacebookRow[];
  /** Equal to the number of ids when the walk is finished. */
  nextAccountIndex: number;
  after: string | null;
  warnings: AccountWarning[];
};

/**
 * One dataset of a walk over Facebook accounts: the next rows at or after `accountIndex` and `after`. Accounts without
 * rows are stepped over, so that a step shows something; accounts that cannot be read become warnings.
 */
export const readFacebookDataset = async (
  context: AppContext,
  userId: string,
  query: Query & { accountIndex: number; after: string | null },
  reading: Reading,
): Promise<FacebookDataset> => {
  const range = requireAllowedRange(context, query);
  const accounts = await requireOwnAccounts(context, userId, 'facebook', query.accountIds, reading);
  if (query.accountIndex === 0 && query.after === null) {
    const ids = accounts.map((account) => account.id);
    await rememberQuery(context.db, userId, 'facebook', range, ids, context.clock.now());
  }
  // Finished is said with the number of ids that were sent, also when some of them name the same account.
  const indexOrEnd = (reached: number) => (reached >= accounts.length ? query.accountIds.length : reached);
  const warnings: AccountWarning[] = [];
  let { after } = query;
  let firstError: ProviderError | null = null;
  let index = query.accountIndex;
  for (const account of accounts.slice(index, index + emptyAccountsPerDataset)) {
    const page = await tryPage(
      context,
      userId,
      'facebook',
      { account, range, after, limitRows: pageSizes.preview },
      reading,
    );
    if (page instanceof ProviderError) {
      firstError ??= page;
      warnings.push(toWarning(account, page));
    } else if (page.rows.length > 0 || page.after !== null) {
      return {
        rows: page.rows,
        nextAccountIndex: page.after === null ? indexOrEnd(index + 1) : index,
        after: page.after,
        warnings,
      };
    }
    after = null;
    index += 1;
  }
  // Every chosen account failed: that is an error, not an empty table.
  if (firstError && warnings.length === accounts.length) throw firstError;
  return { rows: [], nextAccountIndex: indexOrEnd(index), after: null, warnings };
};
