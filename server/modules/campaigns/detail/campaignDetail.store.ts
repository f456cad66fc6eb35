import type { Queryable } from '#server/database/Database.ts';
import { and, desc, eq, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { adChanges, adObjects, leads } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { ObjectId } from '../list/CampaignFilter.ts';

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

/** The newest changes of budget and status. */
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

/** The leads that an object brought: its own, or those of its ads. */
const leadsOf = (workspaceId: WorkspaceId, { platform, level, id }: ObjectId): SQL => {
  const ads = sql`select object_id from ${adObjects} where workspace_id = ${workspaceId} and platform = ${platform}
    and level = 'ad'`;
  const brought = {
    ad: sql`l.ad_id = ${id}`,
    adset: sql`l.ad_id in (${ads} and ad_set_id = ${id})`,
    campaign: sql`l.ad_id in (${ads} and campaign_id = ${id})`,
  }[level];
  return sql`from ${leads} as l where l.workspace_id = ${workspaceId} and l.platform = ${platform} and ${brought}`;
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
    ${leadsOf(workspaceId, object)} order by l.created_at desc, l.lead_id desc limit ${limit}`);
  return rows.map(({ createdAt, ...lead }) => ({ ...lead, createdAt: new Date(createdAt) }));
};

/** How many leads an object brought on each day. @param starts the first instants of the days and of the day after */
export const countLeadsByDay = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  object: ObjectId,
  starts: readonly Date[],
): Promise<Map<number, number>> => {
  const bounds = sql`${sql.param(starts.map((start) => start.toISOString()))}::timestamptz[]`;
  const { rows } = await db.execute<{ index: number; leads: number }>(sql`
    select width_bucket(l.created_at, ${bounds}) - 1 as index, count(*)::int as leads
    ${leadsOf(workspaceId, object)} and l.created_at >= (${bounds})[1] and l.created_at < (${bounds})[${starts.length}::int]
    group by 1`);
  return new Map(rows.map(({ index, leads: count }) => [index, count]));
};
