import type { AdLevel } from '#shared/campaigns.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { deleteInSteps } from '#server/database/deleteInSteps.ts';
import { and, eq, lt, sql } from '#server/database/drizzle.ts';
import { adChanges, adDayReads, adDays, adObjects, adTotals } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { requireLayout } from './metrics.ts';
import type { Metrics, StoredLevel } from './metrics.ts';
import { monthDays } from './runningTotals.ts';
import type { RunningTotals } from './runningTotals.ts';

export type AccountKey = { workspaceId: WorkspaceId; platform: PlatformId; accountId: string };

/** PostgreSQL's text of a `bigint[]`. */
const toArray = (values: readonly bigint[]): string => `{${values.join()}}`;
/** @throws Error for an array with an unknown layout */
const toBigints = (values: readonly string[], perMetric = 1): bigint[] => {
  requireLayout(values.length, perMetric);
  return values.map(BigInt);
};

type ObjectEnds = Pick<RunningTotals, 'firstDay' | 'lastDay' | 'before' | 'after'>;

/**
 * First and last running totals of these objects, and of all others of the account with delivery in a range. Locks the
 * rows.
 */
export const lockObjects = async (
  tx: Transaction,
  { workspaceId, platform, accountId }: AccountKey,
  level: StoredLevel,
  ids: readonly string[],
  { since, until }: DateRange,
): Promise<Map<string, ObjectEnds>> => {
  type Row = { id: string; firstDay: Day | null; lastDay: Day | null; before: string[]; after: string[] };
  const { rows } = await tx.execute<Row>(sql`
    select object_id as id, first_day::text as "firstDay", last_day::text as "lastDay", totals_before as before,
      totals_after as after
    from ${adObjects}
    where workspace_id = ${workspaceId} and level = ${level} and platform = ${platform} and account_id = ${accountId}
      and (object_id = any(${sql.param(ids)}::text[]) or first_day <= ${until}::date and last_day >= ${since}::date)
    order by object_id for update`);
  return new Map(
    rows.map(({ id, before, after, ...days }) => [id, { ...days, before: toBigints(before), after: toBigints(after) }]),
  );
};

export type ObjectMonth = { id: string; month: Day };

/** The stored totals of these months. */
export const listMonths = async (
  db: Queryable,
  { workspaceId, platform }: AccountKey,
  level: StoredLevel,
  months: readonly ObjectMonth[],
): Promise<(ObjectMonth & { totals: bigint[] })[]> => {
  const { rows } = await db.execute<ObjectMonth & { totals: string[] }>(sql`
    select t.object_id as id, t.month::text as month, t.totals
    from unnest(${sql.param(months.map(({ id }) => id))}::text[], ${sql.param(months.map(({ month }) => month))}::date[])
      as asked (id, month)
    join ${adTotals} as t on t.workspace_id = ${workspaceId} and t.level = ${level} and t.month = asked.month
      and t.platform = ${platform} and t.object_id = asked.id`);
  return rows.map(({ totals, ...key }) => ({ ...key, totals: toBigints(totals, monthDays) }));
};

/** Stores the changed months of objects, with their first and last totals. */
export const saveTotals = async (
  tx: Transaction,
  { workspaceId, platform }: AccountKey,
  level: StoredLevel,
  changed: ReadonlyMap<string, RunningTotals>,
): Promise<void> => {
  const months = [...changed].flatMap(([id, { months: own }]) =>
    [...own].map(([month, totals]) => ({ id, month, totals: toArray(totals) })),
  );
  await tx.execute(sql`
    insert into ${adTotals} (workspace_id, level, month, platform, object_id, totals)
    select ${workspaceId}, ${level}, given.month, ${platform}, given.id, given.totals
    from json_to_recordset(${JSON.stringify(months)}::json) as given (id text, month date, totals bigint[])
    order by given.month, given.id
    on conflict (workspace_id, level, month, platform, object_id) do update set totals = excluded.totals`);
  const ends = [...changed].map(([id, { firstDay, lastDay, before, after }]) => ({
    id,
    firstDay,
    lastDay,
    before: toArray(before),
    after: toArray(after),
  }));
  await tx.execute(sql`
    update ${adObjects} as o set first_day = given."firstDay", last_day = given."lastDay",
      totals_before = given.before, totals_after = given.after
    from json_to_recordset(${JSON.stringify(ends)}::json)
      as given (id text, "firstDay" date, "lastDay" date, before bigint[], after bigint[])
    where o.workspace_id = ${workspaceId} and o.level = ${level} and o.platform = ${platform} and o.object_id = given.id`);
};

export type ReadDay = { day: Day; isSettled: boolean };

/** Records the days of a level that were read. */
export const saveReadDays = async (
  tx: Transaction,
  { workspaceId, platform, accountId }: AccountKey,
  level: AdLevel,
  days: readonly ReadDay[],
  { readAt, currency, timeZone }: { readAt: Date; currency: string | null; timeZone: string | null },
): Promise<void> => {
  await tx.execute(sql`
    insert into ${adDays} (workspace_id, platform, account_id, level, day, read_at, is_settled, currency, time_zone)
    select ${workspaceId}, ${platform}, ${accountId}, ${level}, given.day, ${readAt.toISOString()}::timestamptz,
      given."isSettled", ${currency}, ${timeZone}
    from json_to_recordset(${JSON.stringify(days)}::json) as given (day date, "isSettled" boolean)
    order by given.day
    on conflict (workspace_id, platform, account_id, level, day) do update set
      read_at = excluded.read_at, is_settled = excluded.is_settled, currency = excluded.currency,
      time_zone = excluded.time_zone`);
};

export type DayRead = { id: string; day: Day; metrics: Metrics };

/** Stores the young days as this read reported them. */
export const saveDayReads = async (
  tx: Transaction,
  { workspaceId, platform }: AccountKey,
  reads: readonly DayRead[],
  readOn: Day,
): Promise<void> => {
  const json = JSON.stringify(reads.map(({ metrics, ...key }) => ({ ...key, metrics: toArray(metrics) })));
  await tx.execute(sql`
    insert into ${adDayReads} (workspace_id, platform, object_id, day, read_on, metrics)
    select ${workspaceId}, ${platform}, given.id, given.day, ${readOn}::date, given.metrics
    from json_to_recordset(${json}::json) as given (id text, day date, metrics bigint[])
    order by given.id, given.day
    on conflict (workspace_id, platform, object_id, day, read_on) do update set metrics = excluded.metrics`);
};

/** The first day since which every level has all days of a range; null: the last day is missing. */
export const findCompleteSince = async (
  db: Queryable,
  { workspaceId, platform, accountId }: AccountKey,
  levels: readonly AdLevel[],
  { since, until }: DateRange,
): Promise<Day | null> => {
  const { rows } = await db.execute<{ since: Day | null }>(sql`
    select nullif(coalesce(max(d.day) + 1, ${since}::date), ${until}::date + 1)::text as since
    from (select ${since}::date + n as day from generate_series(0, ${until}::date - ${since}::date) as n) as d
    cross join unnest(${sql.param(levels)}::text[]) as asked (level)
    where not exists (
      select from ${adDays} as read where read.workspace_id = ${workspaceId} and read.platform = ${platform}
        and read.account_id = ${accountId} and read.level = asked.level and read.day = d.day
    )`);
  return rows[0]?.since ?? null;
};

/** @returns the number of deleted rows */
export const deleteOldDayReads = (db: Queryable, before: Day, signal: AbortSignal): Promise<number> =>
  deleteInSteps(db, adDayReads, { where: lt(adDayReads.readOn, before), orderBy: adDayReads.readOn, signal });

/** Deletes the stored campaigns, ad sets and ads of a connection. */
export const deleteAds = async (
  tx: Transaction,
  { workspaceId, platform }: Pick<AccountKey, 'workspaceId' | 'platform'>,
): Promise<void> => {
  for (const table of [adTotals, adDayReads, adChanges, adDays, adObjects])
    await tx.delete(table).where(and(eq(table.workspaceId, workspaceId), eq(table.platform, platform)));
};
