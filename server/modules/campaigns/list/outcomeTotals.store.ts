import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { adObjects } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { allOf } from '../totals/metrics.ts';
import type { CampaignRanges } from './CampaignFilter.ts';
import { collectedLeads, spansOf } from './campaignSql.ts';
import { hasQualifiedLeads, outcomeSums } from './leadOutcomes.ts';
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
  const sums = (isCounted: SQL) =>
    sql`json_build_object(${sql.join(
      Object.entries(outcomeSums(isCounted)).flatMap(([name, sum]) => [sql`${name}::text`, sum]),
      sql`, `,
    )})`;
  const { rows } = await db.execute<{
    currency: string | null;
    current: Record<OutcomeName, number>;
    previous: Record<OutcomeName, number>;
  }>(sql`
    with lead_rows as materialized (
      ${collectedLeads(workspaceId, [ranges], sql`outcome.lead_id is not null`)}
    )
    select o.currency, ${sums(sql`not span.is_previous`)} as current, ${sums(sql`span.is_previous`)} as previous
    from lead_rows as l
    join ${spansOf(ranges)} on span.platform = l.platform and span.account_id = l.account_id
      and l.created_at >= span.since and l.created_at < span.until
    join ${adObjects} as o on o.workspace_id = ${workspaceId} and o.level = ${allOf('campaign')}
      and o.platform = l.platform and o.object_id = l.account_id
    where l.campaign_id is not null
    group by o.currency`);
  return {
    current: rows.map(({ currency, current }) => ({ currency, ...current })),
    previous: rows.map(({ currency, previous }) => ({ currency, ...previous })),
  };
};
