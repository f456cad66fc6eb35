import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import { adObjects } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { allOf } from '#server/modules/ads/objects/totals/metrics.ts';
import type { CampaignFilter, CampaignRanges } from './CampaignFilter.ts';
import { collectedName, collectedOf, joinCollected, leadSpends, withCollected } from './campaignSql.ts';
import { toSpend } from './campaigns.store.ts';
import type { LeadSpend } from './campaigns.store.ts';
import { hasQualifiedLeads, outcomeNames } from './leadOutcomes.ts';
import type { OutcomeName } from './leadOutcomes.ts';

/** `leadSpend`: spend of campaigns that can bring leads to Leadlight. */
export type OutcomeTotals = Record<OutcomeName, number> & { currency: string | null; leadSpend: number };

export const findQualifiedLeads = async (db: Queryable, workspaceId: WorkspaceId): Promise<boolean> => {
  const { rows } = await db.execute<{ found: boolean }>(sql`select ${hasQualifiedLeads(workspaceId)} as found`);
  return rows[0]?.found ?? false;
};

/** Outcomes of the leads from campaigns of these accounts, by account currency. */
export const sumOutcomes = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  accounts: CampaignFilter['accounts'],
  ranges: CampaignRanges,
): Promise<{ current: OutcomeTotals[]; previous: OutcomeTotals[] }> => {
  if (accounts.length === 0) return { current: [], previous: [] };
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
