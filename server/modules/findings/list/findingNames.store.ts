import type { FindingLevel } from '#shared/findings.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import { adAccounts, adObjects, leadForms, leads } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Used to find the campaign of a form. */
const formLeadDays = 90;

export type NamedKey = { platform: PlatformId; level: FindingLevel; id: string };

export type EntityName = NamedKey & {
  name: string;
  /** The campaign of the entity; for a form, the campaign with most of its leads. */
  campaignId: string | null;
};

/** Current names of accounts, campaigns, ad sets, ads and forms. Unknown entities are left out. */
export const listNames = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  keys: readonly NamedKey[],
): Promise<EntityName[]> => {
  if (keys.length === 0) return [];
  const given = sql`json_to_recordset(${JSON.stringify(keys)}::json) as given (platform text, level text, id text)`;
  const { rows } = await db.execute<EntityName>(sql`
    select given.platform, given.level, given.id, o.name,
      case when given.level = 'campaign' then o.object_id else o.campaign_id end as "campaignId"
    from ${given}
    join ${adObjects} as o on o.workspace_id = ${workspaceId} and o.level = given.level and o.platform = given.platform
      and o.object_id = given.id
    where given.level in ('campaign', 'adset', 'ad')
    union all
    select given.platform, given.level, given.id, a.name, null
    from ${given}
    join ${adAccounts} as a on a.workspace_id = ${workspaceId} and a.platform = given.platform and a.account_id = given.id
    where given.level = 'account'
    union all
    select given.platform, given.level, given.id, f.name, most.campaign_id
    from ${given}
    join ${leadForms} as f on f.workspace_id = ${workspaceId} and f.platform = given.platform and f.form_id = given.id
    left join lateral (
      select l.campaign_id from ${leads} as l
      where l.workspace_id = ${workspaceId} and l.list = given.platform and l.deleted_at is null and l.form_id = given.id
        and l.campaign_id is not null and l.created_at >= now() - make_interval(days => ${formLeadDays})
      group by l.campaign_id order by count(*) desc, l.campaign_id limit 1
    ) as most on true
    where given.level = 'form'`);
  return rows;
};
