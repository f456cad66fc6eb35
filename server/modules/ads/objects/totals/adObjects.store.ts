import { adLevels } from '#shared/campaigns.ts';
import type { AdLevel } from '#shared/campaigns.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import { adChanges, adObjects } from '#server/database/schema.ts';
import { storableJson } from '#server/lib/storableText.ts';
import type { AdObject } from '#server/providers/reports/AdReports.ts';
import type { AccountKey } from './adTotals.store.ts';
import { allOf, noMetrics } from './metrics.ts';

/** The running totals of a new object, as PostgreSQL's text of a `bigint[]`. */
const noTotals = `{${noMetrics.join()}}`;

export type SeenAt = {
  /** The time before the call, because the platform may change its objects during the call. */
  seenAt: Date;
  /** Today in the account's time zone. */
  today: Day;
  currency: string | null;
};

/** Stores listed objects, and records changes of their budgets and statuses. */
export const saveObjects = async (
  tx: Transaction,
  { workspaceId, platform, accountId }: AccountKey,
  objects: readonly AdObject[],
  { seenAt, today, currency }: SeenAt,
): Promise<void> => {
  const json = storableJson(
    objects.map(({ budget, ...object }) => ({
      ...object,
      budgetKind: budget?.kind ?? null,
      budget: budget?.amount ?? null,
      sharedBudgetId: budget?.sharedId ?? null,
    })),
  );
  const given = sql`json_to_recordset(${json}::json) as given (level text, id text, "campaignId" text, "adSetId" text,
    name text, status text, "platformStatus" text, "budgetKind" text, budget numeric, "sharedBudgetId" text,
    objective text, "optimizationGoal" text, "startsAt" timestamptz, "endsAt" timestamptz)`;
  const at = sql`${seenAt.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into ${adChanges} (workspace_id, platform, level, object_id, seen_at, what, day, "from", "to")
    select ${workspaceId}, ${platform}, o.level, o.object_id, ${at}, change.what, ${today}::date, change.before, change.after
    from ${given}
    join ${adObjects} as o on o.workspace_id = ${workspaceId} and o.level = given.level and o.platform = ${platform}
      and o.object_id = given.id
    cross join lateral (values
      ('status', o.status, given.status),
      ('budget', o.budget::text, given.budget::numeric(24, 6)::text)
    ) as change (what, before, after)
    where change.before is distinct from change.after
    on conflict do nothing`);
  await tx.execute(sql`
    insert into ${adObjects} as o (workspace_id, level, platform, object_id, account_id, campaign_id, ad_set_id, name,
      status, platform_status, budget_kind, budget, shared_budget_id, objective, optimization_goal, starts_at, ends_at,
      currency, first_seen_at, last_seen_at, totals_before, totals_after)
    select distinct on (given.level, given.id) ${workspaceId}, given.level, ${platform}, given.id, ${accountId},
      given."campaignId", given."adSetId", given.name, given.status, given."platformStatus", given."budgetKind",
      given.budget, given."sharedBudgetId", given.objective, given."optimizationGoal", given."startsAt", given."endsAt",
      ${currency}, ${at}, ${at}, ${noTotals}::bigint[], ${noTotals}::bigint[]
    from ${given}
    order by given.level, given.id
    on conflict (workspace_id, level, platform, object_id) do update set
      campaign_id = excluded.campaign_id, ad_set_id = excluded.ad_set_id, name = excluded.name, status = excluded.status,
      platform_status = excluded.platform_status, budget_kind = excluded.budget_kind, budget = excluded.budget,
      shared_budget_id = excluded.shared_budget_id, objective = excluded.objective,
      optimization_goal = excluded.optimization_goal, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      currency = coalesce(excluded.currency, o.currency), last_seen_at = excluded.last_seen_at`);
};

/** Marks objects as deleted that a complete list of the account no longer contains. */
export const markUnlisted = async (
  tx: Transaction,
  { workspaceId, platform, accountId }: AccountKey,
  { seenAt, today }: SeenAt,
): Promise<void> => {
  const at = sql`${seenAt.toISOString()}::timestamptz`;
  await tx.execute(sql`
    with gone as (
      select o.level, o.object_id, o.status from ${adObjects} as o
      where o.workspace_id = ${workspaceId} and o.platform = ${platform} and o.account_id = ${accountId}
        and o.last_seen_at < ${at} and o.status <> 'deleted'
      for update
    ), recorded as (
      insert into ${adChanges} (workspace_id, platform, level, object_id, seen_at, what, day, "from", "to")
      select ${workspaceId}, ${platform}, level, object_id, ${at}, 'status', ${today}::date, status, 'deleted' from gone
      on conflict do nothing
    )
    update ${adObjects} as o set status = 'deleted', platform_status = null
    from gone
    where o.workspace_id = ${workspaceId} and o.platform = ${platform} and o.level = gone.level
      and o.object_id = gone.object_id`);
};

export type ReportedObject = {
  level: AdLevel;
  id: string;
  campaignId: string | null;
  adSetId: string | null;
  name: string;
};

/** Adds objects that only a report names, because the platform has deleted them. Known objects stay unchanged. */
export const addReportedObjects = async (
  tx: Transaction,
  { workspaceId, platform, accountId }: AccountKey,
  objects: readonly ReportedObject[],
  { seenAt, currency }: SeenAt,
): Promise<void> => {
  const at = sql`${seenAt.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into ${adObjects} (workspace_id, level, platform, object_id, account_id, campaign_id, ad_set_id, name, status,
      currency, first_seen_at, last_seen_at, totals_before, totals_after)
    select distinct on (given.level, given.id) ${workspaceId}, given.level, ${platform}, given.id, ${accountId},
      given."campaignId", given."adSetId", given.name, 'deleted', ${currency}, ${at}, ${at}, ${noTotals}::bigint[],
      ${noTotals}::bigint[]
    from json_to_recordset(${storableJson(objects)}::json)
      as given (level text, id text, "campaignId" text, "adSetId" text, name text)
    order by given.level, given.id
    on conflict (workspace_id, level, platform, object_id) do nothing`);
};

/** Adds the rows that hold the account sums of each level. */
export const addAccountSums = async (
  tx: Transaction,
  { workspaceId, platform, accountId }: AccountKey,
  { seenAt, currency }: SeenAt,
): Promise<void> => {
  const at = sql`${seenAt.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into ${adObjects} as o (workspace_id, level, platform, object_id, account_id, name, status, currency,
      first_seen_at, last_seen_at, totals_before, totals_after)
    select ${workspaceId}, level, ${platform}, ${accountId}, ${accountId}, '', 'deleted', ${currency}, ${at}, ${at},
      ${noTotals}::bigint[], ${noTotals}::bigint[]
    from unnest(${sql.param(adLevels.map(allOf))}::text[]) as level
    on conflict (workspace_id, level, platform, object_id) do update set currency = excluded.currency
    where o.currency is null and excluded.currency is not null`);
};
