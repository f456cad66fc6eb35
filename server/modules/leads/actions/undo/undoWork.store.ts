import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import { textArray } from '#server/database/textArray.ts';
import type { ActivityRow } from '#server/modules/leads/actions/activities.store.ts';
import { isOf } from './undoLeads.store.ts';
import type { KnownNow, Undone } from './undoLeads.store.ts';

/** Ids of the entries that a bulk action adds to each of its leads. */
export const entryIdsOf = (activityId: string) =>
  ({ status: `${activityId}.status`, value: `${activityId}.value`, other: activityId }) as const;

/**
 * Restores the work on leads that nobody has touched since, and removes the entries of the action. The version goes on
 * growing, so that a change made on a version in between is refused. Earlier actions can be undone afterwards: they
 * know the new version.
 * @param statusIds the steps of the ladder; a lead does not return to a step that was removed
 */
export const undoWork = async (
  tx: Transaction,
  { workspaceId, id, at }: ActivityRow,
  { statusIds, memberIds }: Pick<KnownNow, 'statusIds' | 'memberIds'>,
): Promise<Undone> => {
  const entries = Object.values(entryIdsOf(id));
  const isLead = sql`work.workspace_id = ${workspaceId} and work.list = mine.list and work.lead_id = mine.lead_id`;
  const { rows } = await tx.execute<Undone>(sql`
    with mine as materialized (
      select list, lead_id, version, former.* from undo_leads, jsonb_to_record(before) as former (
        status_id text, assignee_id text, tags text[], amount numeric, currency text, responded_at timestamptz,
        active_at timestamptz, former_version int)
      where ${isOf({ workspaceId, id })}
    ), held as materialized (
      select mine.*, work.version = mine.version and work.active_at = ${at.toISOString()}::timestamptz
        and work.merged_into is null
        and (mine.status_id is null or mine.status_id = any(${textArray(statusIds)})) as is_same
      from mine join lead_work as work on ${isLead}
      order by work.list, work.lead_id for update of work
    ), restored as (
      update lead_work as work set status_id = mine.status_id, tags = mine.tags, amount = mine.amount,
        currency = mine.currency, responded_at = mine.responded_at, active_at = mine.active_at,
        version = work.version + 1,
        -- Who has left the workspace since cannot have leads again.
        assignee_id = case when mine.assignee_id = any(${textArray(memberIds)}) then mine.assignee_id end
      from held as mine where ${isLead} and mine.is_same
      returning work.list, work.lead_id, work.version, mine.former_version
    ), removed as (
      delete from lead_entries using restored
      where lead_entries.workspace_id = ${workspaceId} and lead_entries.list = restored.list
        and lead_entries.lead_id = restored.lead_id and lead_entries.id = any(${textArray(entries)})
    ), earlier as (
      update undo_leads set version = restored.version from restored
      where undo_leads.workspace_id = ${workspaceId} and undo_leads.list = restored.list
        and undo_leads.lead_id = restored.lead_id and undo_leads.version = restored.former_version
        and undo_leads.activity_id <> ${id}
    ), kept as (
      update undo_leads set before = null from held
      where ${isOf({ workspaceId, id })} and undo_leads.list = held.list and undo_leads.lead_id = held.lead_id
        and not held.is_same
      returning 1
    )
    select (select count(*)::int from restored) as restored, (select count(*)::int from kept) as left`);
  return rows[0] ?? { restored: 0, left: 0 };
};
