import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { ActivityKey } from '#server/modules/activity/activities.store.ts';
import type { LeadList } from '#server/modules/leads/lists/leadCounts.store.ts';

/** Keeps all rows of leads that a bulk action is about to delete. @param ids a query for their ids */
export const keepDeleted = async (
  tx: Transaction,
  { workspaceId, id }: ActivityKey,
  list: LeadList,
  ids: SQL,
): Promise<void> => {
  const [table, leadId, isList] =
    list === 'custom'
      ? [sql`custom_leads`, sql`l.id`, sql`true`]
      : [sql`leads`, sql`l.lead_id`, sql`l.platform = ${list}`];
  const isLead = (alias: string) => {
    const name = sql.identifier(alias);
    return sql`${name}.workspace_id = ${workspaceId} and ${name}.list = ${list} and ${name}.lead_id = ${leadId}`;
  };
  const publicId = sql`${list}::text || ':' || ${leadId}`;
  const event =
    list === 'custom'
      ? sql`null`
      : sql`(select to_jsonb(v) from lead_events as v
          where v.workspace_id = ${workspaceId} and v.platform = ${list} and v.lead_id = ${leadId})`;
  await tx.execute(sql`
    insert into undo_leads (workspace_id, activity_id, list, lead_id, lead_created_at, before)
    select ${workspaceId}, ${id}, ${list}, ${leadId}, l.created_at, jsonb_build_object(
      'lead', to_jsonb(l) - 'search_text',
      'event', ${event},
      'work', (select to_jsonb(w) from lead_work as w where ${isLead('w')}),
      -- With those of other leads that name this one: they go with it.
      'entries', (select jsonb_agg(to_jsonb(e)) from (
        select * from lead_entries as own where ${isLead('own')}
        union all select * from lead_entries as naming where naming.workspace_id = ${workspaceId}
          and naming.kind in ('merged', 'separated') and naming.after = ${publicId}) as e),
      'contact', (select to_jsonb(k) from lead_contacts as k where ${isLead('k')}),
      'merge', (select to_jsonb(m) from lead_merges as m where ${isLead('m')}),
      'merges', (select count(*) from lead_merges as m where m.workspace_id = ${workspaceId} and m.into_id = ${publicId}))
    from ${table} as l
    where l.workspace_id = ${workspaceId} and ${isList} and ${leadId} in (${ids})`);
};
