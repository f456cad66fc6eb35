import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import { leadWork } from '#server/database/schema.ts';
import { textArray } from '#server/database/textArray.ts';
import type { ActivityRow } from '#server/modules/leads/actions/activities.store.ts';
import { isOfLead } from '#server/modules/leads/work/changes.store.ts';
import { allColumns, namedColumns, restoredColumns } from '#server/modules/leads/work/fields/knownIds.ts';
import { entryIdsOf } from '#server/modules/leads/work/fields/workChange.ts';
import { rowOf } from '#server/modules/leads/work/fields/workFields.ts';
import type { Known } from '#server/modules/leads/work/fields/workFields.ts';
import { isOf } from './undoLeads.store.ts';
import type { Undone } from './undoLeads.store.ts';

/**
 * Restores the work on leads that were not changed since, and removes the entries of the action. The version still
 * increases, so that a change based on an outdated version is refused. Earlier actions store the new version, so that
 * they can be undone afterwards.
 * @param known the steps and members that a lead can return to
 */
export const undoWork = async (
  tx: Transaction,
  { workspaceId, id, at }: ActivityRow,
  known: Known,
): Promise<Undone> => {
  const isLead = sql`work.workspace_id = ${workspaceId} and work.list = mine.list and work.lead_id = mine.lead_id`;
  const former = rowOf('former');
  const isKnown = namedColumns(known).flatMap(({ column, ids, keepsPresent }) =>
    keepsPresent ? sql`and (${former(column)} is null or ${former(column)} = any(${textArray(ids)}))` : [],
  );
  const { rows } = await tx.execute<Undone>(sql`
    with mine as materialized (
      select list, lead_id, version, before from undo_leads where ${isOf({ workspaceId, id })} and before is not null
    ), held as materialized (
      select mine.*, work.version = mine.version and work.active_at = ${at.toISOString()}::timestamptz
        and work.merged_into is null ${sql.join(isKnown, sql` `)} as is_same
      from mine join ${leadWork} as work on ${isLead}
      cross join lateral jsonb_populate_record(null::${leadWork}, mine.before) as former
      where ${isOfLead(workspaceId, sql`work`)}
      order by work.list, work.lead_id for update of work
    ), restored as (
      -- Work that was kept before a column was added keeps the present value of the column.
      update ${leadWork} as work set version = work.version + 1,
        (${allColumns}) = (select ${restoredColumns(former, known)} from jsonb_populate_record(work, mine.before) as former)
      from held as mine where ${isLead} and mine.is_same
      returning work.list, work.lead_id, work.version, (mine.before->>'former_version')::int as former_version
    ), removed as (
      delete from lead_entries using restored
      where lead_entries.workspace_id = ${workspaceId} and lead_entries.list = restored.list
        and lead_entries.lead_id = restored.lead_id and lead_entries.id = any(${textArray(entryIdsOf(id))})
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
