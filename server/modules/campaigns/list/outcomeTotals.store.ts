import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import { adObjects } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { allOf } from '../totals/metrics.ts';
import type { CampaignRanges } from './CampaignFilter.ts';
import { withCollected } from './campaignSql.ts';
import { hasQualifiedLeads, outcomeNames, outcomeOf } from './leadOutcomes.ts';
import type { OutcomeName } from './leadOutcomes.ts';

export type OutcomeTotals = Record<OutcomeName, number> & { currency: string | null };

export const findQualifiedLeads = async (db: Queryable, workspaceId: WorkspaceId): Promise<boolean> => {
  const { rows } = await db.execute<{ found: boolean }>(sql`select ${hasQualifiedLeads(workspaceId)} as found`);
  return rows[0]?.found ?? false;
};

/** What became of the leads that campaigns of these accounts brought, by the currency of the account. */
export const sumOutcomes = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  ranges: CampaignRanges,
): Promise<{ current: OutcomeTotals[]; previous: OutcomeTotals[] }> => {
  if (ranges.range.spans.length === 0) return { current: [], previous: [] };
  const sums = (isCompared: boolean) =>
    sql`json_build_object(${sql.join(
      outcomeNames.map((name) => sql`${name}::text, sum(${outcomeOf(name, isCompared)})`),
      sql`, `,
    )})`;
  const { rows } = await db.execute<{
    currency: string | null;
    current: Record<OutcomeName, number>;
    previous: Record<OutcomeName, number>;
  }>(sql`
    with ${withCollected(workspaceId, ranges)}
    select o.currency, ${sums(false)} as current, ${sums(true)} as previous
    from collected
    join ${adObjects} as o on o.workspace_id = ${workspaceId} and o.level = collected.level
      and o.platform = collected.platform and o.object_id = collected.id
    where collected.level = ${allOf('campaign')}
    group by o.currency`);
  return {
    current: rows.map(({ currency, current }) => ({ currency, ...current })),
    previous: rows.map(({ currency, previous }) => ({ currency, ...previous })),
  };
};
