import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { ActivityKey } from '#server/modules/leads/actions/activities.store.ts';
import type { LeadList } from '#server/modules/leads/store/leadCounts.store.ts';

/** Copies all rows of leads that a bulk action is about to delete. @param ids a query for the lead ids */
export const keepDeleted = async (
  tx: Transaction,
  { workspaceId, id }: ActivityKey,
  list: LeadList,
  ids: SQL,
): Promise<void> => {
  const leadId = sql`l.lead_id`;
  const isLead = (alias: string) => {
    const name = sql.identifier(alias);
    return sql`${name}.workspace_id = ${workspaceId} and ${name}.list = ${list} and ${name}.lead_id = ${leadId}`;
  };
  const publicIdOf = (lead: SQL) => sql`${list}::text || ':' || ${lead}`;
  // Joins, because for subqueries the planner may scan all rows of the workspace once per lead.
  await tx.execute(sql`
    with chosen (lead_id) as materialized (${ids})
    insert into undo_leads (workspace_id, activity_id, list, lead_id, lead_created_at, before)
    select ${workspaceId}, ${id}, ${list}, ${leadId}, l.created_at, jsonb_build_object('lead', to_jsonb(l) - 'search_text',
      'event', to_jsonb(v), 'work', to_jsonb(w), 'entries', e.entries,
      'contact', to_jsonb(k), 'merge', to_jsonb(m), 'merges', coalesce(o.merges, 0))
    from leads as l
    left join lead_events as v on v.workspace_id = ${workspaceId} and v.platform = ${list} and v.lead_id = ${leadId}
    left join lead_work as w on ${isLead('w')}
    left join lead_contacts as k on ${isLead('k')}
    left join lead_merges as m on ${isLead('m')}
    left join (
      select lead_id, jsonb_agg(entry) as entries from (
        select own.lead_id, to_jsonb(own) as entry from lead_entries as own
          where own.workspace_id = ${workspaceId} and own.list = ${list} and own.lead_id in (select lead_id from chosen)
        -- A deletion also deletes the entries of other leads that name the deleted lead.
        union all select chosen.lead_id, to_jsonb(naming) from chosen join lead_entries as naming
          on naming.workspace_id = ${workspaceId} and naming.kind in ('merged', 'separated')
          and naming.after = ${publicIdOf(sql`chosen.lead_id`)}
      ) as kept group by lead_id
    ) as e on e.lead_id = ${leadId}
    left join (
      select into_id, count(*) as merges from lead_merges
      where workspace_id = ${workspaceId} and into_id in (select ${publicIdOf(sql`lead_id`)} from chosen) group by into_id
    ) as o on o.into_id = ${publicIdOf(leadId)}
    where l.workspace_id = ${workspaceId} and l.list = ${list} and ${leadId} in (select lead_id from chosen)`);
};
