import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import { adObjects, leads } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { allOf } from '#server/modules/ads/objects/totals/metrics.ts';
import type { CampaignFilter, CampaignRanges } from './CampaignFilter.ts';
import { collectedName, collectedOf, joinCollected, leadSpends, withCollected } from './campaignSql.ts';
import { toSpend } from './campaigns.store.ts';
import type { LeadSpend } from './campaigns.store.ts';
import { hasQualifiedLeads, outcomeNames, withSteps } from './leadOutcomes.ts';
import type { OutcomeName } from './leadOutcomes.ts';

/** `leadSpend`: spend of campaigns that can bring leads to Leadlight. */
export type OutcomeTotals = Record<OutcomeName, number> & { currency: string | null; leadSpend: number };

type Outcomes = { current: OutcomeTotals[]; previous: OutcomeTotals[] };

/** Outcomes of the leads from campaigns of these accounts, by account currency. */
const sumOutcomes = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  accounts: CampaignFilter['accounts'],
  ranges: CampaignRanges,
): Promise<Outcomes> => {
  const sums = (isCompared: boolean) =>
    sql`json_build_object(${sql.join(
      outcomeNames.flatMap((name) => [sql`${name}::text`, sql`sum(${collectedOf(name, isCompared)})`]),
      sql`, `,
    )})`;
  const filter: CampaignFilter = { workspaceId, of: 'campaign', accounts, statuses: null, namePattern: null };
  const { rows } = await db.execute<{
    currency: string | null;
    current: Record<OutcomeName, number>;
    previous: Record<OutcomeName, number>;
    spends: LeadSpend[];
  }>(sql`
    with ${withCollected(workspaceId, [ranges])}, spends as materialized (select ${leadSpends(filter, ranges)} as spends)
    select o.currency, ${sums(false)} as current, ${sums(true)} as previous, (select spends from spends) as spends
    from ${adObjects} as o ${joinCollected()}
    where o.workspace_id = ${workspaceId} and o.level = ${allOf('campaign')} and ${collectedName()}.id is not null
    group by o.currency`);
  const totalsOf = (name: 'current' | 'previous', spend: 'current' | 'compared') =>
    rows.map(({ currency, spends, ...row }) => ({
      ...row[name],
      currency,
      leadSpend: toSpend(spends.find((each) => each.currency === currency)?.[spend] ?? null),
    }));
  return { current: totalsOf('current', 'current'), previous: totalsOf('previous', 'compared') };
};

/** Outcomes of the leads from campaigns of these accounts, and whether the workspace has any qualified lead. */
export const readOutcomes = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  accounts: CampaignFilter['accounts'],
  ranges: CampaignRanges,
): Promise<Outcomes & { hasQualifiedLeads: boolean }> => {
  const { rows } = await db.execute<{ isWorked: boolean; isImported: boolean }>(sql`
    with ${withSteps(workspaceId)}
    select ${hasQualifiedLeads(workspaceId)} as "isWorked", exists (select from ${leads}
      where workspace_id = ${workspaceId} and list = 'custom' and deleted_at is null) as "isImported"`);
  const { isWorked = false, isImported = false } = rows[0] ?? {};
  if (accounts.length === 0 || !(isWorked || isImported))
    return { current: [], previous: [], hasQualifiedLeads: isWorked };
  const outcomes = await sumOutcomes(db, workspaceId, accounts, ranges);
  const isQualified = [...outcomes.current, ...outcomes.previous].some(({ qualifiedLeads }) => qualifiedLeads > 0);
  return { ...outcomes, hasQualifiedLeads: isWorked || isQualified };
};
