import type { CampaignDetail } from '#shared/contracts/campaigns.ts';
import type { LeadList } from '#shared/leadLists.ts';
import type { Queryable } from '#server/database/Database.ts';
import { and, desc, eq, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { adChanges, adObjects, leads } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { ObjectId } from '#server/modules/ads/list/CampaignFilter.ts';
import { broughtLeads } from '#server/modules/ads/list/broughtLeads.ts';
import { outcomeNames, outcomeSums, withSteps } from '#server/modules/ads/list/leadOutcomes.ts';
import type { OutcomeName } from '#server/modules/ads/list/leadOutcomes.ts';
import { canCount, isCounted, joinOwnWork } from '#server/modules/leads/contacts/countedLead.ts';
import { isVisible } from '#server/modules/leads/list/leadBranch.ts';

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

export type ObjectLead = { list: LeadList; leadId: string; name: string; formName: string | null; createdAt: string };
export type LeadSums = Record<'collectedLeads' | OutcomeName, number>;
type IndexedSums = LeadSums & { index: number };

export type ObjectLeads = {
  /** By the index of the day. Omits days without leads. */
  days: Map<number, LeadSums>;
  comparedDays: Map<number, LeadSums>;
  /** Leads of the days. */
  sources: CampaignDetail['leadSources'];
  /** The newest leads of these days, and of any day if they name an ad. */
  newest: ObjectLead[];
};

const instants = (starts: readonly Date[]): SQL =>
  sql`${sql.param(starts.map((start) => start.toISOString()))}::timestamptz[]`;

/** Leads of an object in these days, with their outcomes. `l` are rows of `own`. */
const sumsByDay = (starts: readonly Date[]): SQL => {
  const bounds = instants(starts);
  const sums = outcomeSums(sql`true`);
  const columns = outcomeNames.map((name) => sql`${sums[name]} as ${sql.identifier(name)}`);
  return sql`(select coalesce(json_agg(day), '[]') from (
    select width_bucket(l.created_at, ${bounds}) - 1 as index, count(*) as "collectedLeads", ${sql.join(columns, sql`, `)}
    from own as l where ${isIn(starts)} group by 1) as day)`;
};

const isIn = (starts: readonly Date[]): SQL => sql`l.created_at >= (${instants(starts)})[1]
  and l.created_at < (${instants(starts)})[${starts.length}::int]`;

/**
 * The leads of an object.
 * @param days the start of each day, and of the day after the last
 * @param comparedDays the same for the comparison range; empty without one
 */
export const readObjectLeads = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  { platform, level, id }: ObjectId,
  { days, comparedDays, newest }: { days: readonly Date[]; comparedDays: readonly Date[]; newest: number },
): Promise<ObjectLeads> => {
  const ads = sql`select object_id from ${adObjects} where workspace_id = ${workspaceId} and platform = ${platform}
    and level = 'ad'`;
  const [ownId, isOfAd] = {
    ad: [sql`ad_id`, sql`l.ad_id = ${id}`],
    adset: [sql`ad_set_id`, sql`l.ad_id in (${ads} and ad_set_id = ${id})`],
    campaign: [sql`campaign_id`, sql`l.ad_id in (${ads} and campaign_id = ${id})`],
  }[level];
  const times = [...days, ...comparedDays].map((at) => at.getTime());
  const [since, until] = [Math.min(...times), Math.max(...times)].map(
    (at) => sql`${new Date(at).toISOString()}::timestamptz`,
  );
  if (!since || !until) throw new Error('no days');
  const shown = sql`l.list, l.lead_id as "leadId", l.name, l.form_name as "formName", l.created_at as "createdAt"`;
  const first = sql`order by l.created_at desc, l.lead_id desc limit ${newest}`;
  const { rows } = await db.execute<{
    days: IndexedSums[];
    comparedDays: IndexedSums[];
    sources: CampaignDetail['leadSources'];
    newest: ObjectLead[];
  }>(sql`
    with ${withSteps(workspaceId)}, own as materialized (
      select * from (${broughtLeads(workspaceId, { since, until }, [sql`l.list, l.lead_id, l.name, l.form_name`])}) as l
      where l.platform = ${platform} and l.${ownId} = ${id}
    )
    select ${sumsByDay(days)} as days, ${comparedDays.length > 0 ? sumsByDay(comparedDays) : sql`'[]'::json`} as "comparedDays",
      (select json_build_object('forms', count(*) filter (where not is_imported),
          'imported', count(*) filter (where is_imported)) from own as l where ${isIn(days)}) as sources,
      (select coalesce(json_agg(lead order by lead."createdAt" desc, lead."leadId" desc), '[]') from (
        select * from (
          (select ${shown} from own as l ${first})
          union
          (select ${shown} from ${leads} as l ${joinOwnWork(workspaceId)}
            where ${canCount(workspaceId, sql`l`)} and l.list in (${platform}, 'custom') and ${isOfAd}
              and (l.list <> 'custom' or ${isVisible(workspaceId)} and ${isCounted(workspaceId, 'all')}) ${first})
        ) as found order by "createdAt" desc, "leadId" desc limit ${newest}
      ) as lead) as newest`);
  const [answer] = rows;
  if (!answer) throw new Error('missing result');
  const byIndex = (each: readonly IndexedSums[]) => new Map(each.map(({ index, ...sums }) => [index, sums]));
  return { ...answer, days: byIndex(answer.days), comparedDays: byIndex(answer.comparedDays) };
};
