import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import { customLeads } from '#server/database/schema.ts';
import type { ActivityRow } from '#server/modules/leads/actions/activities.store.ts';
import { deleteCustomLeads } from '#server/modules/leads/imported/deleteCustomLeads.store.ts';
import { recognizeAgain } from '#server/modules/leads/contacts/fillContacts.ts';
import { storedColumns } from '#server/modules/leads/imported/storedColumns.ts';
import { erasedHash } from '#server/modules/leads/store/erasedLeads.store.ts';
import { columnList, isOf } from './undoLeads.store.ts';
import type { Undone } from './undoLeads.store.ts';

const values = [...customLeadKeys.map((key) => storedColumns[key].name), 'updated_at'];

/** Deletes the leads that the import added, except leads that were worked on or changed since. */
const removeAdded = async (tx: Transaction, { workspaceId, id, at }: ActivityRow): Promise<Undone> => {
  // Also filter by the time, because it has an index.
  const isAdded = sql`c.workspace_id = ${workspaceId} and c.created_at = ${at.toISOString()}::timestamptz
    and c.activity_id = ${id}`;
  const { rowCount } = await tx.execute(sql`
    insert into undo_leads (workspace_id, activity_id, list, lead_id, lead_created_at)
    select ${workspaceId}, ${id}, 'custom', c.id, c.created_at from custom_leads as c
    where ${isAdded} and (c.updated_at <> c.created_at or exists (
      select from lead_entries as e where e.workspace_id = ${workspaceId} and e.list = 'custom' and e.lead_id = c.id
    ) or exists (
      select from lead_merges as m where m.workspace_id = ${workspaceId} and m.list = 'custom' and m.lead_id = c.id))`);
  const ids = sql`select c.id from custom_leads as c where ${isAdded} and c.id not in (
    select lead_id from undo_leads where ${isOf({ workspaceId, id })} and before is null)`;
  const restored = await deleteCustomLeads(tx, workspaceId, { ids, reason: null, now: at });
  return { restored, left: rowCount ?? 0 };
};

/** Rows per statement, to stay below the statement timeout. */
const rowsPerStatement = 5_000;

/** Restores the former values of leads that the import updated, unless they were changed since. */
const restoreUpdated = async (tx: Transaction, { workspaceId, id, at }: ActivityRow): Promise<Undone> => {
  const isMine = sql`${isOf({ workspaceId, id }, sql`u`)} and u.before is not null
    and c.workspace_id = ${workspaceId} and c.id = u.lead_id`;
  const { rowCount: left } = await tx.execute(sql`
    update undo_leads as u set before = null from custom_leads as c
    where ${isMine} and c.updated_at <> ${at.toISOString()}::timestamptz`);
  let restored = 0;
  for (let after = ''; ;) {
    const { rows } = await tx.execute<{ end: string }>(sql`
      select u.lead_id as end from undo_leads as u
      where ${isOf({ workspaceId, id }, sql`u`)} and u.before is not null and u.lead_id > ${after}
      order by u.lead_id offset ${rowsPerStatement - 1} limit 1`);
    const end = rows[0]?.end;
    const isNext = end === undefined ? sql`u.lead_id > ${after}` : sql`u.lead_id > ${after} and u.lead_id <= ${end}`;
    const changed = await tx.execute<{ id: string }>(sql`
      update custom_leads as c set (${columnList(values)}) = row(${columnList(values, sql`former`)})
      from undo_leads as u, jsonb_populate_record(null::${customLeads}, u.before) as former
      where ${isMine} and ${isNext} returning c.id`);
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
  const left = sql`select ${erasedHash(sql`${workspaceId}::text`, 'custom', sql`c.identity`)}
    from undo_leads as u join custom_leads as c on c.workspace_id = ${workspaceId} and c.id = u.lead_id
    where ${isOf({ workspaceId, id }, sql`u`)} and u.before is null and c.identity is not null`;
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
