import { and, asc, between, desc, eq, inArray, ne, sql } from '#server/database/drizzle.ts';
import { insightFacts } from '#shared/insights.ts';
import type { InsightRowOf } from '#shared/insights.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { adDays, campaignDays, insightDays } from '#server/database/schema.ts';
import { storableJson } from '#server/lib/storableText.ts';
import type { AdLevel } from '#shared/campaigns.ts';
import { staleBefore } from './freshness.ts';
import type { DatedAccount } from './freshness.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** The insights of one connection. */
export type Owner<P extends PlatformId = PlatformId> = { workspaceId: WorkspaceId; platform: P };
type AccountKey = Owner & { accountId: string };

const isOwn = ({ workspaceId, platform }: Owner) =>
  and(eq(insightDays.workspaceId, workspaceId), eq(insightDays.platform, platform));
const isIn = (owner: Owner, accountIds: readonly string[], { since, until }: DateRange) =>
  and(isOwn(owner), inArray(insightDays.accountId, [...accountIds]), between(insightDays.day, since, until));

export type DaysToRead = {
  accountId: string;
  /** Missing and stale days, ascending. */
  days: Day[];
  /** How many of these days were never read. */
  missing: number;
};

/** What is stored by day: the rows of the Preview, or the metrics of a level. */
export type StoredPart = 'rows' | AdLevel;

type OfPlatform = { platform: PlatformId };

/** Missing and stale days of a range, for accounts of any platform. Omits accounts that are up to date. */
export const findDaysToReadOfAll = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  part: StoredPart,
  accounts: readonly (DatedAccount & OfPlatform)[],
  { since, until }: DateRange,
  now: Date,
): Promise<(DaysToRead & OfPlatform)[]> => {
  const stale = staleBefore(now);
  const platforms = sql.param(accounts.map(({ platform }) => platform));
  const ids = sql.param(accounts.map(({ accountId }) => accountId));
  const firstYoung = sql.param(accounts.map(({ youngSince }) => youngSince));
  const firstRecent = sql.param(accounts.map(({ recentSince }) => recentSince));
  const last = sql.param(accounts.map(({ lastDay }) => lastDay));
  const { rows } = await db.execute<DaysToRead & OfPlatform>(sql`
    select a.platform, a.account_id as "accountId", json_agg(d.day order by d.day) as days,
      (count(*) filter (where i.day is null))::int as missing
    from unnest(${platforms}::text[], ${ids}::text[], ${firstYoung}::date[], ${firstRecent}::date[],
      ${last}::date[]) as a (platform, account_id, young_since, recent_since, last_day)
    cross join (
      select ${since}::date + number as day from generate_series(0, ${until}::date - ${since}::date) as number
    ) as d
    left join ${part === 'rows' ? insightDays : adDays} as i
      on ${part === 'rows' ? sql`true` : sql`i.level = ${part}`} and i.workspace_id = ${workspaceId} and i.platform = a.platform and i.account_id = a.account_id and i.day = d.day
    where d.day <= a.last_day and (i.day is null or not i.is_settled and i.read_at <= case
      when i.day >= a.young_since then ${stale.young.toISOString()}::timestamptz
      when i.day >= a.recent_since then ${stale.recent.toISOString()}::timestamptz
      else ${stale.old.toISOString()}::timestamptz end)
    group by a.platform, a.account_id`);
  return rows;
};

/** Missing and stale days of a range. Omits accounts that are up to date. */
export const findDaysToRead = (
  db: Queryable,
  { workspaceId, platform }: Owner,
  part: StoredPart,
  accounts: readonly DatedAccount[],
  range: DateRange,
  now: Date,
): Promise<DaysToRead[]> => {
  const own = accounts.map((account) => ({ ...account, platform }));
  return findDaysToReadOfAll(db, workspaceId, part, own, range, now);
};

export type NewDay = { day: Day; isSettled: boolean; rows: readonly InsightRowOf[PlatformId][] };
type DayFacts = { readAt: Date; currency: string | null; timeZone: string | null; attribution: string };

/** Stores account days in ascending order, so that two writers cannot deadlock. Keeps days from a later read. */
export const storeDays = async (
  tx: Transaction,
  { workspaceId, platform, accountId }: AccountKey,
  days: readonly NewDay[],
  { readAt, currency, timeZone, attribution }: DayFacts,
): Promise<void> => {
  await tx.execute(sql`
    insert into ${insightDays} as i
      (workspace_id, platform, account_id, day, read_at, is_settled, currency, time_zone, attribution, rows)
    select ${workspaceId}, ${platform}, ${accountId}, given.day, ${readAt.toISOString()}::timestamptz, given."isSettled",
      ${currency}, ${timeZone}, ${attribution}, given.rows
    from json_to_recordset(${storableJson(days)}::json) as given (day date, "isSettled" boolean, rows jsonb)
    order by given.day
    on conflict (workspace_id, platform, account_id, day) do update set
      read_at = excluded.read_at, is_settled = excluded.is_settled, currency = excluded.currency,
      time_zone = excluded.time_zone, attribution = excluded.attribution, rows = excluded.rows
    where i.read_at <= excluded.read_at`);
};

/**
 * Read time of the stored days, by account: the oldest read of days that can still change, else the newest read. Omits
 * accounts without stored days.
 */
export const listDayTimes = async (
  db: Queryable,
  owner: Owner,
  accountIds: readonly string[],
  range: DateRange,
): Promise<Map<string, Date>> => {
  const readAt = sql`coalesce(min(${insightDays.readAt}) filter (where not ${insightDays.isSettled}), max(${insightDays.readAt}))`;
  const rows = await db
    .select({ accountId: insightDays.accountId, readAt: readAt.mapWith(insightDays.readAt) })
    .from(insightDays)
    .where(isIn(owner, accountIds, range))
    .groupBy(insightDays.accountId);
  return new Map(rows.map((row) => [row.accountId, row.readAt]));
};

/** The platforms whose rows are stored by day. */
export type RangedPlatform = {
  [P in PlatformId]: (typeof insightFacts)[P]['dayOrder'] extends null ? never : P;
}[PlatformId];
/** The platforms whose rows are stored by range. */
export type ReportedPlatform = Exclude<PlatformId, RangedPlatform>;
export const isKeptByDay = (platform: PlatformId): platform is RangedPlatform =>
  insightFacts[platform].dayOrder !== null;

const isOnFrom = (platform: RangedPlatform, from: Day | null) => {
  if (from === null) return undefined;
  return insightFacts[platform].dayOrder === 'asc'
    ? sql`${insightDays.day} > ${from}`
    : sql`${insightDays.day} < ${from}`;
};

/** Days with delivery after the day `from`, in platform order. */
export const listDeliveredDays = async <P extends RangedPlatform>(
  db: Queryable,
  owner: Owner<P>,
  accountId: string,
  range: DateRange,
  from: Day | null,
  limitDays: number,
): Promise<{ day: Day; rows: InsightRowOf[P][] }[]> =>
  db
    .select({ day: insightDays.day, rows: sql<InsightRowOf[P][]>`${insightDays.rows}` })
    .from(insightDays)
    .where(and(isIn(owner, [accountId], range), ne(insightDays.rows, []), isOnFrom(owner.platform, from)))
    .orderBy(insightFacts[owner.platform].dayOrder === 'asc' ? asc(insightDays.day) : desc(insightDays.day))
    .limit(limitDays);

/** Position of the next page: the day, and the number of its rows already returned. */
export type RowPlace = { day: Day; given: number };

/** The next rows of an account, oldest day first. */
export const listNextRows = async <P extends PlatformId>(
  db: Queryable,
  { workspaceId, platform }: Owner<P>,
  accountId: string,
  { since, until }: DateRange,
  place: RowPlace | null,
  limitRows: number,
): Promise<{ day: Day; number: number; row: InsightRowOf[P] }[]> => {
  const from = place?.day ?? since;
  const { rows } = await db.execute<{ day: Day; number: number; row: InsightRowOf[P] }>(sql`
    select i.day::text as day, r.number::int as number, r.value as row
    from ${insightDays} as i cross join lateral jsonb_array_elements(i.rows) with ordinality as r (value, number)
    where i.workspace_id = ${workspaceId} and i.platform = ${platform} and i.account_id = ${accountId}
      and i.day between ${from}::date and ${until}::date and (i.day > ${from}::date or r.number > ${place?.given ?? 0})
    order by i.day, r.number
    limit ${limitRows}`);
  return rows;
};

/** Deletes the stored rows of a connection, and the sums of earlier releases. */
export const deleteInsightDays = async (tx: Transaction, owner: Owner): Promise<void> => {
  await tx.delete(insightDays).where(isOwn(owner));
  await tx
    .delete(campaignDays)
    .where(and(eq(campaignDays.workspaceId, owner.workspaceId), eq(campaignDays.platform, owner.platform)));
};
