import type { AccountWarning } from '#shared/contracts/insights.ts';
import type { FacebookRow } from '#shared/insights/facebook.ts';
import { isDay } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { emptyAccountsPerDataset, pageSizes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { validationError } from '#server/lib/failures/errors.ts';
import { requireOwnAccounts } from '#server/modules/ads/accounts/adAccounts.service.ts';
import { createConnections } from '#server/modules/connections/createConnections.ts';
import type { InsightsPage } from '#server/providers/AdPlatform.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { awaitReader } from '#server/modules/ads/preview/awaitReader.ts';
import { isReadFailure } from '#server/modules/ads/days/bringUpToDate.ts';
import type { ReadFailure } from '#server/modules/ads/days/bringUpToDate.ts';
import { toDated } from '#server/modules/ads/days/freshness.ts';
import { findDaysToRead, listDayTimes, listNextRows } from '#server/modules/ads/days/insightDays.store.ts';
import type { RowPlace } from '#server/modules/ads/days/insightDays.store.ts';
import { rememberQuery } from '#server/modules/ads/preview/insightQueries.store.ts';
import type { Reading } from '#server/modules/ads/days/readDays.ts';
import { requireAllowedRange } from '#server/lib/http/requireAllowedRange.ts';
import { toWarning } from '#server/modules/ads/preview/openInsights.ts';
import type { InsightsQuery } from '#server/modules/ads/preview/openInsights.ts';
import { wantDays } from '#server/modules/ads/days/wantDays.ts';
import { findReading } from '#server/modules/ads/insightAccounts.store.ts';
import { readRowsJob, rowsKeyOf } from '#server/modules/ads/insights.jobs.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { AccessContext } from '#server/modules/connections/access/AccessContext.ts';

export type FacebookDataset = {
  rows: FacebookRow[];
  /** Equals the number of ids after the last page. */
  nextAccountIndex: number;
  after: string | null;
  warnings: AccountWarning[];
};

type Page = InsightsPage<FacebookRow>;
/** A page, and the reason if Facebook did not provide a newer one. */
type PageOutcome = { page: Page | null; warning: AccountWarning | null; failure: ReadFailure | null };
type AccountQuery = { workspaceId: WorkspaceId; account: PlatformAccount; range: DateRange };

/** Facebook's cursors are base64 and contain no colon. */
const storedPrefix = 'stored:';
const storedCursor = /^stored:(\d{4}-\d{2}-\d{2}):(\d{1,9})$/;

const writePlace = ({ day, given }: RowPlace): string => `${storedPrefix}${day}:${given}`;

/** @throws AppError 400 for an invalid cursor */
const readPlace = (cursor: string, { since, until }: DateRange): RowPlace => {
  const [, day = '', given = ''] = storedCursor.exec(cursor) ?? [];
  if (!isDay(day) || day < since || day > until)
    throw validationError(messages.validation.invalidField('after_cursor'));
  return { day, given: Number(given) };
};

const readStoredPage = async (
  { db }: Pick<AppContext, 'db'>,
  { workspaceId, account, range }: AccountQuery,
  place: RowPlace | null,
): Promise<Page> => {
  const owner = { workspaceId, platform: 'facebook' } as const;
  // Read one extra row to detect whether the account has more.
  const found = await listNextRows(db, owner, account.id, range, place, pageSizes.preview + 1);
  const shown = found.slice(0, pageSizes.preview);
  const last = shown.at(-1);
  const isMore = found.length > shown.length;
  return {
    rows: shown.map(({ row }) => row),
    after: isMore && last ? writePlace({ day: last.day, given: last.number }) : null,
  };
};

const readLivePage = (
  context: AccessContext,
  { workspaceId, account, range }: AccountQuery,
  after: string | null,
  reading: Reading,
): Promise<Page> => {
  const adapter = platformOf(context.platforms, 'facebook');
  return createConnections(context).withAccess(workspaceId, 'facebook', reading, (call) =>
    adapter.readInsights(call, { account, range, after, limitRows: pageSizes.preview }),
  );
};

const tryLivePage = async (...args: Parameters<typeof readLivePage>): Promise<Page | ReadFailure> => {
  try {
    return await readLivePage(...args);
  } catch (error) {
    if (isReadFailure(error)) return error;
    throw error;
  }
};

/**
 * The first page of an account, from the store. A job reads missing and stale days once for all pages. If the job takes
 * too long, all pages come from Facebook.
 */
const readFirstPage = async (context: AppContext, query: AccountQuery, reading: Reading): Promise<PageOutcome> => {
  const { workspaceId, account, range } = query;
  const owner = { workspaceId, platform: 'facebook' } as const;
  const now = context.clock.now();
  const [due] = await findDaysToRead(context.db, owner, 'rows', [toDated(account, range.until, now)], range, now);
  // A refused account is not read by a job as well: one call shows whether access is restored.
  const isReadable = due !== undefined && (await findReading(context.db, owner, account.id))?.problem == null;
  if (isReadable && !context.storage.isFull()) {
    const wish = { ...owner, accountId: account.id, ...range };
    await context.jobs.enqueue(readRowsJob, wish, { singletonKey: rowsKeyOf(wish) });
  }
  if (!due || (await awaitReader(context, owner, account, range, reading)).length === 0)
    return { page: await readStoredPage(context, query, null), warning: null, failure: null };

  const live = await tryLivePage(context, query, null, reading);
  if ('rows' in live) return { page: live, warning: null, failure: null };
  const isKnown = (await listDayTimes(context.db, owner, [account.id], range)).size > 0;
  return {
    page: isKnown ? await readStoredPage(context, query, null) : null,
    warning: toWarning(account, live, isKnown),
    failure: live,
  };
};

/** Later pages come from the same source as the first: the store or Facebook. */
const readNextPage = async (
  context: AccessContext,
  query: AccountQuery,
  after: string,
  reading: Reading,
): Promise<PageOutcome> => {
  if (after.startsWith(storedPrefix)) {
    const page = await readStoredPage(context, query, readPlace(after, query.range));
    return { page, warning: null, failure: null };
  }
  const live = await tryLivePage(context, query, after, reading);
  return 'rows' in live
    ? { page: live, warning: null, failure: null }
    : { page: null, warning: toWarning(query.account, live, false), failure: live };
};

/**
 * One dataset of Facebook accounts: the next rows at or after `accountIndex` and `after`. Skips accounts without rows,
 * so that each dataset has rows. Unreadable accounts become warnings.
 * @throws AppError 400 for dates and cursors, 403 for foreign accounts; a failure if no account can be read
 */
export const readFacebookDataset = async (
  context: AppContext,
  workspaceId: WorkspaceId,
  query: InsightsQuery & { accountIndex: number; after: string | null },
  reading: Reading,
): Promise<FacebookDataset> => {
  platformOf(context.platforms, 'facebook');
  const range = requireAllowedRange(context, query);
  const accounts = await requireOwnAccounts(context, workspaceId, 'facebook', query.accountIds, reading);
  if (query.accountIndex === 0 && query.after === null) {
    const ids = accounts.map((account) => account.id);
    await rememberQuery(context.db, workspaceId, 'facebook', range, ids, context.clock.now());
    await wantDays(context, { workspaceId, platform: 'facebook' }, [{ accountIds: ids, range: null }]);
  }
  // The final index is the number of requested ids, even if some ids repeat an account.
  const indexOrEnd = (reached: number) => (reached >= accounts.length ? query.accountIds.length : reached);
  const warnings: AccountWarning[] = [];
  let { after } = query;
  let unread = 0;
  let firstFailure: ReadFailure | null = null;
  let index = query.accountIndex;
  for (const account of accounts.slice(index, index + emptyAccountsPerDataset)) {
    const asked = { workspaceId, account, range };
    const { page, warning, failure } =
      after === null
        ? await readFirstPage(context, asked, reading)
        : await readNextPage(context, asked, after, reading);
    if (warning) warnings.push(warning);
    if (!page) {
      unread += 1;
      firstFailure ??= failure;
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
  // All chosen accounts failed: an error, not an empty table.
  if (firstFailure && unread === accounts.length) throw firstFailure;
  return { rows: [], nextAccountIndex: indexOrEnd(index), after: null, warnings };
};
