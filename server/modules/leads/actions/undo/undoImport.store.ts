import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { ActivityRow } from '#server/modules/leads/actions/activities.store.ts';
import { deleteLeads } from '#server/modules/leads/store/deleteLeads.store.ts';
import { recognizeAgain } from '#server/modules/leads/contacts/fillContacts.ts';
import { importedColumns } from '#server/modules/leads/imported/leadRecord.ts';
import { erasedHash } from '#server/modules/leads/store/erasedLeads.store.ts';
import { columnList, isOf } from './undoLeads.store.ts';
import type { Undone } from './undoLeads.store.ts';

const values = [...importedColumns, 'updated_at'];

/** Deletes the leads that the import added, except leads that were worked on or changed since. */
const removeAdded = async (tx: Transaction, { workspaceId, id, at }: ActivityRow): Promise<Undone> => {
  // Also filter by the time, because it has an index.
  const isAdded = sql`l.workspace_id = ${workspaceId} and l.list = 'custom' and l.deleted_at is null
    and l.imported_at = ${at.toISOString()}::timestamptz and l.activity_id = ${id}`;
  const { rowCount } = await tx.execute(sql`
    insert into undo_leads (workspace_id, activity_id, list, lead_id, lead_created_at)
    select ${workspaceId}, ${id}, l.list, l.lead_id, l.imported_at from leads as l
    where ${isAdded} and (l.updated_at <> l.imported_at or exists (
      select from lead_entries as e where e.workspace_id = ${workspaceId} and e.list = l.list and e.lead_id = l.lead_id
    ) or exists (
      select from lead_merges as m where m.workspace_id = ${workspaceId} and m.list = l.list and m.lead_id = l.lead_id))`);
  const ids = sql`select l.lead_id from leads as l where ${isAdded} and l.lead_id not in (
    select lead_id from undo_leads where ${isOf({ workspaceId, id })} and before is null)`;
  const { leads } = await deleteLeads(tx, { workspaceId, list: 'custom' }, { ids, reason: null, now: at });
  return { restored: leads, left: rowCount ?? 0 };
};

/** Rows per statement, to stay below the statement timeout. */
const rowsPerStatement = 5_000;

/** Restores the former values of leads that the import updated, unless they were changed since. */
const restoreUpdated = async (tx: Transaction, { workspaceId, id, at }: ActivityRow): Promise<Undone> => {
  const isMine = sql`${isOf({ workspaceId, id }, sql`u`)} and u.before is not null
    and l.workspace_id = ${workspaceId} and l.list = u.list and l.lead_id = u.lead_id
    and l.deleted_at is null`;
  const { rowCount: left } = await tx.execute(sql`
    update undo_leads as u set before = null from leads as l
    where ${isMine} and l.updated_at <> ${at.toISOString()}::timestamptz`);
  let restored = 0;
  for (let after = ''; ;) {
    const { rows } = await tx.execute<{ end: string }>(sql`
      select u.lead_id as end from undo_leads as u
      where ${isOf({ workspaceId, id }, sql`u`)} and u.before is not null and u.lead_id > ${after}
      order by u.lead_id offset ${rowsPerStatement - 1} limit 1`);
    const end = rows[0]?.end;
    const isNext = end === undefined ? sql`u.lead_id > ${after}` : sql`u.lead_id > ${after} and u.lead_id <= ${end}`;
    const changed = await tx.execute<{ id: string }>(sql`
      update leads as l set (${columnList(values)}) = row(${columnList(values, sql`former`)})
      from undo_leads as u, jsonb_populate_record(null::leads, u.before) as former
      where ${isMine} and ${isNext} returning l.lead_id as id`);
    const ids = changed.rows.map((row) => row.id);
    await recognizeAgain(tx, workspaceId, 'custom', ids);
    restored += ids.length;
    if (end === undefined) return { restored, left: left ?? 0 };
    after = end;
  }
};

/** Restores the erasure marks that the import lifted, so that later imports skip the rows again. */
const markAgain = async (tx: Transaction, { workspaceId, id, liftedMarks }: ActivityRow, now: Date): Promise<void> => {
  if (liftedMarks.length === 0) return;
  const left = sql`select ${erasedHash(sql`${workspaceId}::text`, 'custom', sql`l.identity`)}
    from undo_leads as u join leads as l on l.workspace_id = ${workspaceId} and l.list = u.list and l.lead_id = u.lead_id
    where ${isOf({ workspaceId, id }, sql`u`)} and u.before is null and l.identity is not null`;
  await tx.execute(sql`
    insert into erased_leads (workspace_id, hash, erased_at)
    select ${workspaceId}, hash, ${now.toISOString()}::timestamptz from unnest(${sql.param(liftedMarks)}::text[]) as hash
    where hash not in (${left}) on conflict do nothing`);
};

/** Deletes the leads that an import added and restores those that it updated. The caller blocks changes to the list. */
export const undoImport = async (tx: Transaction, activity: ActivityRow, now: Date): Promise<Undone> => {
  const added = await removeAdded(tx, activity);
  const updated = await restoreUpdated(tx, activity);
  await markAgain(tx, activity, now);
  return { restored: added.restored + updated.restored, left: added.left + updated.left };
};
