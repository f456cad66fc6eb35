import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leadMerges } from '#server/database/schema.ts';
import { textArray } from '#server/database/textArray.ts';
import type { ActivityKey } from '#server/modules/leads/actions/activities.store.ts';
import { repairMerges } from '#server/modules/leads/contacts/leadMerges.store.ts';
import { columnList, isOf, writtenColumns } from './undoLeads.store.ts';
import type { KnownNow } from './undoLeads.store.ts';

const columns = writtenColumns(leadMerges).filter((name) => name !== 'merged_by');

/** Whether the lead with this public id exists. */
const exists = (workspaceId: string, publicId: SQL): SQL => {
  const list = sql`split_part(${publicId}, ':', 1)`;
  const id = sql`substr(${publicId}, strpos(${publicId}, ':') + 1)`;
  return sql`exists (select from leads as l where l.workspace_id = ${workspaceId} and l.list = ${list} and l.lead_id = ${id})`;
};

/**
 * Restores merges between leads that an undo brought back. A lead whose other lead was not restored stays separate.
 * @returns how many restored leads are merged into another lead
 */
export const restoreMerges = async (
  tx: Transaction,
  { workspaceId, id }: ActivityKey,
  { userIds }: Pick<KnownNow, 'userIds'>,
): Promise<number> => {
  const isMine = sql`${isOf({ workspaceId, id }, sql`u`)} and u.before is not null`;
  await tx.execute(sql`
    with merged as materialized (
      select u.before->'merge' as merge from undo_leads as u where ${isMine} and u.before->>'merge' is not null
    )
    insert into ${leadMerges} (${columnList(columns)}, merged_by)
    select ${columnList(columns, sql`merge`)}, case when merge.merged_by = any(${textArray(userIds)}) then merge.merged_by end
    from merged cross join lateral jsonb_populate_record(null::${leadMerges}, merged.merge) as merge
    where exists (select from undo_leads as other where ${isOf({ workspaceId, id }, sql`other`)} and other.before is not null
      and other.list || ':' || other.lead_id = merge.into_id)
    on conflict do nothing`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select u.before->'merge'->>'into_id' as id from undo_leads as u
    where ${isMine} and u.before->>'merge' is not null and not exists (
      select from lead_merges as m where m.workspace_id = ${workspaceId} and m.list = u.list and m.lead_id = u.lead_id)
    union
    select u.list || ':' || u.lead_id from undo_leads as u
    where ${isMine} and (u.before->>'merges')::int <> (
      select count(*) from lead_merges as m where m.workspace_id = ${workspaceId} and m.into_id = u.list || ':' || u.lead_id)`);
  await repairMerges(
    tx,
    workspaceId,
    rows.map((row) => row.id),
  );
  // Delete entries that name a lead that was not restored.
  const counted = await tx.execute<{ merged: number }>(sql`
    with dangling as (
      delete from lead_entries as e using undo_leads as u
      where ${isMine} and e.workspace_id = ${workspaceId} and e.list = u.list and e.lead_id = u.lead_id
        and e.kind in ('merged', 'separated') and not ${exists(workspaceId, sql`e.after`)}
    ), homeless as (
      delete from lead_entries as e using undo_leads as u, jsonb_populate_recordset(null::lead_entries, nullif(u.before->'entries', 'null')) as kept
      where ${isMine} and u.before->>'entries' is not null and (kept.list, kept.lead_id) <> (u.list, u.lead_id)
        and e.workspace_id = ${workspaceId} and e.list = kept.list and e.lead_id = kept.lead_id and e.id = kept.id
        and not ${exists(workspaceId, sql`(e.list || ':' || e.lead_id)`)}
    )
    select count(*)::int as merged from undo_leads as u
    join lead_work as w on w.workspace_id = ${workspaceId} and w.list = u.list and w.lead_id = u.lead_id
    where ${isMine} and w.merged_into is not null`);
  return counted.rows[0]?.merged ?? 0;
};
