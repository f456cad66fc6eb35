import type { Queryable } from '#server/database/Database.ts';
import { and, desc, eq, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { adChanges, adObjects, leads } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { ObjectId } from '#server/modules/ads/list/CampaignFilter.ts';
import { joinOutcomes, outcomeColumns, outcomeNames, outcomeSums } from '#server/modules/ads/list/leadOutcomes.ts';
import type { OutcomeName } from '#server/modules/ads/list/leadOutcomes.ts';

export type AdSettings = Pick<typeof adObjects.$inferSelect, 'objective' | 'optimizationGoal' | 'startsAt' | 'endsAt'>;

export const findSettings = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  { platform, level, id }: ObjectId,
): Promise<AdSettings | null> => {
  const { objective, optimizationGoal, startsAt, endsAt } = adObjects;
  const [row] = await db
    .select({ objective, optimizationGoal, startsAt, endsAt })
    .from(adObjects)
    .where(
      and(
        eq(adObjects.workspaceId, workspaceId),
        eq(adObjects.level, level),
        eq(adObjects.platform, platform),
        eq(adObjects.objectId, id),
      ),
    );
  return row ?? null;
};

const changesLimit = 50;

/** The newest budget and status changes. */
export const listChanges = (
  db: Queryable,
  workspaceId: WorkspaceId,
  { platform, level, id }: ObjectId,
): Promise<Pick<typeof adChanges.$inferSelect, 'day' | 'what' | 'from' | 'to'>[]> =>
  db
    .select({ day: adChanges.day, what: adChanges.what, from: adChanges.from, to: adChanges.to })
    .from(adChanges)
    .where(
      and(
        eq(adChanges.workspaceId, workspaceId),
        eq(adChanges.platform, platform),
        eq(adChanges.level, level),
        eq(adChanges.objectId, id),
      ),
    )
    .orderBy(desc(adChanges.seenAt))
    .limit(changesLimit);

/** Condition for the leads `l` of an object: its own leads or its ads' leads. */
const isBrought = (workspaceId: WorkspaceId, { platform, level, id }: ObjectId): SQL => {
  const ads = sql`select object_id from ${adObjects} where workspace_id = ${workspaceId} and platform = ${platform}
    and level = 'ad'`;
  const brought = {
    ad: sql`l.ad_id = ${id}`,
    adset: sql`l.ad_id in (${ads} and ad_set_id = ${id})`,
    campaign: sql`l.ad_id in (${ads} and campaign_id = ${id})`,
  }[level];
  return sql`l.workspace_id = ${workspaceId} and l.list = ${platform} and l.deleted_at is null and not l.is_test and ${brought}`;
};

export type ObjectLead = { leadId: string; name: string; formName: string | null; createdAt: Date };

/** The newest leads of an object. */
export const listObjectLeads = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  object: ObjectId,
  limit: number,
): Promise<ObjectLead[]> => {
  const { rows } = await db.execute<Omit<ObjectLead, 'createdAt'> & { createdAt: string }>(sql`
    select l.lead_id as "leadId", l.name, l.form_name as "formName", l.created_at as "createdAt"
    from ${leads} as l where ${isBrought(workspaceId, object)}
    order by l.created_at desc, l.lead_id desc limit ${limit}`);
  return rows.map(({ createdAt, ...lead }) => ({ ...lead, createdAt: new Date(createdAt) }));
};

export type LeadSums = Record<'collectedLeads' | OutcomeName, number>;

/**
 * Daily leads of an object and their outcomes.
 * @param starts the start of each day, and of the day after the last
 */
export const countLeadsByDay = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  { currency, ...object }: ObjectId & { currency: string | null },
  starts: readonly Date[],
): Promise<Map<number, LeadSums>> => {
  const bounds = sql`${sql.param(starts.map((start) => start.toISOString()))}::timestamptz[]`;
  const sums = outcomeSums(sql`true`);
  const columns = outcomeNames.map((name) => sql`${sums[name]}::float8 as ${sql.identifier(name)}`);
  const { rows } = await db.execute<LeadSums & { index: number }>(sql`
    select l.index, count(*)::int as "collectedLeads", ${sql.join(columns, sql`, `)}
    from (
      select width_bucket(l.created_at, ${bounds}) - 1 as index, ${outcomeColumns(workspaceId, sql`${currency}::text`)}
      from ${leads} as l ${joinOutcomes(workspaceId)}
      where ${isBrought(workspaceId, object)} and l.created_at >= (${bounds})[1]
        and l.created_at < (${bounds})[${starts.length}::int]
    ) as l
    group by l.index`);
  return new Map(rows.map(({ index, ...counts }) => [index, counts]));
};
