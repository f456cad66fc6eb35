import type { InsightRowOf } from '#shared/insights.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import { byPlatform } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Queryable } from '#server/database/Database.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import { bringUpToDate } from './bringUpToDate.ts';
import type { AccountOutcome } from './bringUpToDate.ts';
import { isKeptByDay, listDayTimes, listDeliveredDays } from './insightDays.store.ts';
import type { RangedPlatform, ReportedPlatform } from './insightDays.store.ts';
import { findReport, listReportTimes } from '#server/modules/ads/reports/insightReports.store.ts';
import type { Reading } from './readDays.ts';
import { bringReportsUpToDate } from '#server/modules/ads/reports/readReports.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Stored platform insights, as Preview rows. */
export type StoredInsights<P extends PlatformId> = {
  /** Reads missing and stale days. */
  bringUpToDate(
    context: AppContext,
    workspaceId: WorkspaceId,
    accounts: readonly PlatformAccount[],
    range: DateRange,
    reading: Reading,
  ): Promise<AccountOutcome[]>;
  /** Read times of the stored rows, for accounts with stored data, including days without delivery. */
  listTimes(
    db: Queryable,
    workspaceId: WorkspaceId,
    accountIds: readonly string[],
    range: DateRange,
  ): Promise<Map<string, Date>>;
  /** The ordered rows of an account, in pages. */
  pages(
    db: Queryable,
    workspaceId: WorkspaceId,
    accountId: string,
    range: DateRange,
  ): AsyncGenerator<InsightRowOf[P][]>;
};

/** Days on the first page. Their number of rows determines the size of the next page. */
const firstPageDays = 100;
const rowsPerPage = 5_000;
const longestPageDays = 1_000;

const nextPageDays = (days: number, rows: number): number =>
  Math.max(1, Math.min(longestPageDays, Math.floor((rowsPerPage * days) / rows)));

async function* pagesOfDays<P extends RangedPlatform>(
  db: Queryable,
  owner: { workspaceId: WorkspaceId; platform: P },
  accountId: string,
  range: DateRange,
): AsyncGenerator<InsightRowOf[P][]> {
  let from: Day | null = null;
  let limitDays = firstPageDays;
  do {
    const days: Awaited<ReturnType<typeof listDeliveredDays<P>>> = await listDeliveredDays(
      db,
      owner,
      accountId,
      range,
      from,
      limitDays,
    );
    const rows = days.flatMap((day) => day.rows);
    if (rows.length > 0) yield rows;
    from = days.length < limitDays ? null : (days.at(-1)?.day ?? null);
    limitDays = nextPageDays(days.length, rows.length);
  } while (from !== null);
}

const byDay = <P extends RangedPlatform>(platform: P): StoredInsights<P> => ({
  bringUpToDate: (context, workspaceId, accounts, range, reading) =>
    bringUpToDate(context, { workspaceId, platform }, accounts, range, reading),
  listTimes: (db, workspaceId, accountIds, range) => listDayTimes(db, { workspaceId, platform }, accountIds, range),
  pages: (db, workspaceId, accountId, range) => pagesOfDays(db, { workspaceId, platform }, accountId, range),
});

const byRange = <P extends ReportedPlatform>(platform: P): StoredInsights<P> => ({
  bringUpToDate: (context, workspaceId, accounts, range, reading) =>
    bringReportsUpToDate(context, { workspaceId, platform }, accounts, range, reading),
  listTimes: (db, workspaceId, accountIds, range) => listReportTimes(db, { workspaceId, platform }, accountIds, range),
  pages: async function* (db, workspaceId, accountId, range) {
    const rows = await findReport(db, { workspaceId, platform }, accountId, range);
    if (rows && rows.length > 0) yield rows;
  },
});

export const storedInsights = byPlatform((platform): object =>
  isKeptByDay(platform) ? byDay(platform) : byRange(platform),
) as { [P in PlatformId]: StoredInsights<P> };
