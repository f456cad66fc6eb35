import type { AdStatus } from '#shared/campaigns.ts';
import { addDays } from '#shared/lib/dateRange.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { and, asc, eq, sql } from '#server/database/drizzle.ts';
import type { PgColumn, SQL } from '#server/database/drizzle.ts';
import { adChanges, adDayReads, adDays, adObjects, leads } from '#server/database/schema.ts';
import { runningStatuses } from './runningStatuses.ts';
import type { AccountKey } from '#server/modules/ads/objects/totals/adTotals.store.ts';
import { allOf, placeOf, requireLayout, scaleOf, storedMetrics } from '#server/modules/ads/objects/totals/metrics.ts';
import type { StoredLevel } from '#server/modules/ads/objects/totals/metrics.ts';
import type { RunningTotals } from '#server/modules/ads/objects/totals/runningTotals.ts';

const isOfAccount = ({ workspaceId, platform, accountId }: AccountKey) =>
  and(eq(adObjects.workspaceId, workspaceId), eq(adObjects.platform, platform), eq(adObjects.accountId, accountId));

export type ReplayedAd = { id: string; campaignId: string; adSetId: string | null; firstDay: Day; lastDay: Day };

/** Ads that delivered since a day. */
export const listReplayedAds = async (db: Queryable, key: AccountKey, since: Day): Promise<ReplayedAd[]> => {
  const { objectId, campaignId, adSetId, firstDay, lastDay } = adObjects;
  const rows = await db
    .select({ id: objectId, campaignId, adSetId, firstDay, lastDay })
    .from(adObjects)
    .where(and(isOfAccount(key), eq(adObjects.level, 'ad'), sql`${lastDay} >= ${since}::date`))
    .orderBy(asc(objectId));
  return rows.flatMap((row) =>
    row.campaignId !== null && row.firstDay !== null && row.lastDay !== null
      ? [{ ...row, campaignId: row.campaignId, firstDay: row.firstDay, lastDay: row.lastDay }]
      : [],
  );
};

export type StoppedObject = {
  level: 'campaign' | 'adset' | 'ad';
  id: string;
  status: AdStatus;
  lastDay: Day | null;
  firstSeenAt: Date;
};

/** Objects that are not running now. */
export const listStoppedObjects = async (db: Queryable, key: AccountKey, since: Day): Promise<StoppedObject[]> => {
  const { rows } = await db.execute<Omit<StoppedObject, 'firstSeenAt'> & { firstSeenAt: string }>(sql`
    select level, object_id as id, status, last_day::text as "lastDay", first_seen_at as "firstSeenAt"
    from ${adObjects}
    where ${isOfAccount(key)} and level in ('campaign', 'adset', 'ad') and last_day >= ${since}::date
      and not status = any(${sql.param(runningStatuses)}::text[])`);
  return rows.map((row) => ({ ...row, firstSeenAt: new Date(row.firstSeenAt) }));
};

export type ReplayedChange = Pick<typeof adChanges.$inferSelect, 'what' | 'day' | 'from' | 'to'> & {
  level: 'campaign' | 'adset' | 'ad';
  id: string;
};

/**
 * Matches these objects without an index. Without statistics, the planner would choose joins or index scans that take minutes
 * for a large account.
 */
const isOneOf = (column: SQL | PgColumn, ids: readonly string[]): SQL =>
  sql`${column} || '' = any(${sql.param(ids)}::text[])`;

/** Budget and status changes, oldest first. */
export const listReplayedChanges = (
  db: Queryable,
  { workspaceId, platform }: AccountKey,
  ids: readonly string[],
): Promise<ReplayedChange[]> =>
  db
    .select({
      level: adChanges.level,
      id: adChanges.objectId,
      what: adChanges.what,
      day: adChanges.day,
      from: adChanges.from,
      to: adChanges.to,
    })
    .from(adChanges)
    .where(
      and(eq(adChanges.workspaceId, workspaceId), eq(adChanges.platform, platform), isOneOf(adChanges.objectId, ids)),
    )
    .orderBy(asc(adChanges.seenAt), asc(adChanges.objectId));

/** Days with ad data, each with the time of its last read. */
export const listReadDays = (db: Queryable, key: AccountKey, since: Day): Promise<{ day: Day; readAt: Date }[]> =>
  db
    .select({ day: adDays.day, readAt: adDays.readAt })
    .from(adDays)
    .where(
      and(
        eq(adDays.workspaceId, key.workspaceId),
        eq(adDays.platform, key.platform),
        eq(adDays.accountId, key.accountId),
        eq(adDays.level, 'ad'),
        sql`${adDays.day} >= ${since}::date`,
      ),
    )
    .orderBy(asc(adDays.day));

/** Whether the platform has counted leads in the account. Other conversions are then ignored. */
export const hasPlatformLeads = async (db: Queryable, key: AccountKey): Promise<boolean> => {
  const [sums] = await db
    .select({ before: adObjects.totalsBefore, after: adObjects.totalsAfter })
    .from(adObjects)
    .where(and(isOfAccount(key), eq(adObjects.level, allOf('ad')), eq(adObjects.objectId, key.accountId)));
  const place = placeOf('leads');
  return sums !== undefined && sums.before[place] !== sums.after[place];
};

/** Amounts are in units of the currency. */
export type ReplayedRow = {
  id: string;
  day: Day;
  spend: number;
  impressions: number;
  clicks: number;
  conversions: number;
  leads: number;
};

/** A row with the length of its metrics array. */
type Stored<Row> = Row & { length: number };

const metricColumns = sql.join(
  [
    ...storedMetrics.map(
      (metric) =>
        sql`(r.metrics[${placeOf(metric) + 1}::int]::float8 / ${scaleOf(metric)}::float8) as ${sql.identifier(metric)}`,
    ),
    sql`cardinality(r.metrics) as length`,
  ],
  sql`, `,
);

/** @throws Error for a row with an unknown layout */
const requireLayouts = (rows: readonly Stored<object>[]): void => {
  for (const { length } of rows) requireLayout(length);
};

/** A row from a read, with its run. */
export type ReadRow = ReplayedRow & { run: Day };

/** Maximum read rows in memory. */
const readRowsAtOnce = 10_000;

/**
 * Returns the young days of these ads as each read found them, by run from `firstRun` on. One cursor serves all runs.
 * Reads after today belong to today's run. `firstRun` gets earlier days from `listEarlierRows`.
 */
export async function* streamReadRows(
  tx: Transaction,
  { workspaceId, platform }: AccountKey,
  ids: readonly string[],
  { firstRun, today }: { firstRun: Day; today: Day },
): AsyncGenerator<ReadRow[]> {
  // Reads have UTC dates, which may differ from the account's local day. `offset 0` makes the planner look up each ad
  // by its key, also without statistics.
  await tx.execute(sql`
    declare read_rows no scroll cursor for
    select r.object_id as id, r.day::text as day, r.run::text as run, ${metricColumns}
    from unnest(${sql.param(ids)}::text[]) as ad (id)
    cross join lateral (
      select own.*, least(greatest(own.read_on, own.day), ${today}::date) as run from ${adDayReads} as own
      where own.workspace_id = ${workspaceId} and own.platform = ${platform} and own.object_id = ad.id
        and own.read_on between ${addDays(firstRun, -1)}::date and ${addDays(today, 1)}::date
      offset 0
    ) as r
    where r.run > ${firstRun}::date or r.day >= ${firstRun}::date
    order by r.run, r.read_on`);
  let rows: Stored<ReadRow>[];
  do {
    ({ rows } = await tx.execute<Stored<ReadRow>>(sql`fetch ${sql.raw(String(readRowsAtOnce))} from read_rows`));
    requireLayouts(rows);
    if (rows.length > 0) yield rows;
  } while (rows.length === readRowsAtOnce);
  await tx.execute(sql`close read_rows`);
}

/** Days before a run, as of the run: from the last read before it, or else from the first read after it. */
export const listEarlierRows = async (
  db: Queryable,
  { workspaceId, platform }: AccountKey,
  ids: readonly string[],
  { since, run }: { since: Day; run: Day },
): Promise<ReplayedRow[]> => {
  const { rows } = await db.execute<Stored<ReplayedRow>>(sql`
    select distinct on (r.object_id, r.day) r.object_id as id, r.day::text as day, ${metricColumns}
    from ${adDayReads} as r
    where r.workspace_id = ${workspaceId} and r.platform = ${platform} and r.object_id = any(${sql.param(ids)}::text[])
      and r.day >= ${since}::date and r.day < ${run}::date
    order by r.object_id, r.day, r.read_on > ${run}::date, abs(r.read_on - ${run}::date)`);
  requireLayouts(rows);
  return rows;
};

export type ObjectEnds = Pick<RunningTotals, 'firstDay' | 'lastDay' | 'before' | 'after'> & { id: string };

/** First and last running totals of these objects. @throws Error for a row with an unknown layout */
export const listEnds = async (
  db: Queryable,
  { workspaceId, platform }: AccountKey,
  level: StoredLevel,
  ids: readonly string[],
): Promise<ObjectEnds[]> => {
  const rows = await db
    .select({
      id: adObjects.objectId,
      firstDay: adObjects.firstDay,
      lastDay: adObjects.lastDay,
      before: adObjects.totalsBefore,
      after: adObjects.totalsAfter,
    })
    .from(adObjects)
    .where(
      and(
        eq(adObjects.workspaceId, workspaceId),
        eq(adObjects.level, level),
        eq(adObjects.platform, platform),
        sql`${adObjects.objectId} = any(${sql.param(ids)}::text[])`,
      ),
    );
  for (const { before, after } of rows) for (const { length } of [before, after]) requireLayout(length);
  return rows;
};

export type AdForm = { adId: string; formId: string };

/**
 * The form of each ad, taken from the newest lead of the ad. A form with ads in several accounts belongs to the account
 * with its newest lead.
 */
export const listAdForms = async (
  db: Queryable,
  { workspaceId, platform, accountId }: AccountKey,
  since: Date,
): Promise<AdForm[]> => {
  const { rows } = await db.execute<AdForm>(sql`
    with newest as (
      select distinct on (l.ad_id) l.ad_id, l.form_id, l.created_at
      from ${leads} as l
      where l.workspace_id = ${workspaceId} and l.list = ${platform} and l.deleted_at is null and l.ad_id is not null
        and l.form_id is not null and l.created_at >= ${since.toISOString()}::timestamptz
      order by l.ad_id, l.created_at desc, l.lead_id
    ), placed as (
      select n.ad_id, n.form_id, o.account_id,
        first_value(o.account_id) over (partition by n.form_id order by n.created_at desc, n.ad_id) as owner
      from newest as n
      join ${adObjects} as o on o.workspace_id = ${workspaceId} and o.level = 'ad' and o.platform = ${platform}
        and o.object_id = n.ad_id
    )
    select ad_id as "adId", form_id as "formId" from placed
    where account_id = ${accountId} and owner = ${accountId}
    order by ad_id`);
  return rows;
};

export type FormLead = { formId: string; at: Date };

/** Arrival times of the leads of these forms, oldest first. Excludes the end. */
export const listFormLeads = async (
  db: Queryable,
  { workspaceId, platform }: AccountKey,
  formIds: readonly string[],
  { since, until }: { since: Date; until: Date },
): Promise<FormLead[]> => {
  const { rows } = await db.execute<{ formId: string; at: string }>(sql`
    select form_id as "formId", created_at as at from ${leads}
    where workspace_id = ${workspaceId} and list = ${platform} and deleted_at is null and form_id = any(${sql.param(formIds)}::text[])
      and created_at >= ${since.toISOString()}::timestamptz and created_at < ${until.toISOString()}::timestamptz
    order by created_at, lead_id`);
  return rows.map(({ formId, at }) => ({ formId, at: new Date(at) }));
};
