import { sheetActivity } from '#shared/activityKinds.ts';
import { leadLists } from '#shared/leadLists.ts';
import type { LeadList } from '#shared/leadLists.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { ActivityRow } from '#server/modules/leads/actions/activities.store.ts';
import { deleteLeads } from '#server/modules/leads/store/deleteLeads.store.ts';
import { recognizeAgain } from '#server/modules/leads/contacts/fillContacts.ts';
import { importedColumns, withoutImport } from '#server/modules/leads/imported/leadRecord.ts';
import { erasedHash } from '#server/modules/leads/store/erasedLeads.store.ts';
import { agedFrom } from '#server/modules/leads/store/keptSince.ts';
import { addToLeadCount } from '#server/modules/leads/store/leadCounts.store.ts';
import type { LeadKey } from '#server/modules/leads/work/leadKey.ts';
import { columnList, isOf } from './undoLeads.store.ts';
import type { Undone } from './undoLeads.store.ts';

const values = [...importedColumns, 'answers', 'is_test', 'updated_at'];
/** An import changes only these columns of a lead that a platform collected. */
const ownValues = ['record', 'updated_at'];
const formerValues = sql.join(
  values.map((name) => {
    const column = sql.identifier(name);
    // An earlier version stored no `is_test`.
    return ownValues.includes(name)
      ? sql`former.${column}`
      : sql`case l.source when 'platform' then l.${column} else ${name === 'is_test' ? sql`coalesce(former.is_test, false)` : sql`former.${column}`} end`;
  }),
  sql`, `,
);

/**
 * Deletes the leads that the import added, except leads that were worked on or changed since. Leads that a platform
 * collected only leave the list of imported leads, unless they were changed since.
 */
const removeAdded = async (
  tx: Transaction,
  { workspaceId, id, at, given }: ActivityRow,
  now: Date,
): Promise<Undone> => {
  const moment = sql`${at.toISOString()}::timestamptz`;
  // Also filter by the time or the list, because they have indexes.
  const isOfSheet = sql`l.list = any(${sql.param(leadPlatformIds)}::text[]) and l.source = 'sheet' and l.imported_at is null`;
  const isAdded = sql`l.workspace_id = ${workspaceId} and l.deleted_at is null and l.activity_id = ${id}
    and ${given === sheetActivity ? sql`(l.imported_at = ${moment} or ${isOfSheet})` : sql`l.imported_at = ${moment}`}`;
  const isOwn = sql`(l.list = 'custom' or ${isOfSheet})`;
  const { rowCount } = await tx.execute(sql`
    insert into undo_leads (workspace_id, activity_id, list, lead_id, lead_created_at)
    select ${workspaceId}, ${id}, l.list, l.lead_id, ${agedFrom(sql`l`)} from leads as l
    where ${isAdded} and (l.updated_at <> ${moment} or ${isOwn} and (exists (
      select from lead_entries as e where e.workspace_id = ${workspaceId} and e.list = l.list and e.lead_id = l.lead_id
    ) or exists (
      select from lead_merges as m where m.workspace_id = ${workspaceId} and m.list = l.list and m.lead_id = l.lead_id)))`);
  const isRemoved = sql`${isAdded} and (l.list, l.lead_id) not in (
    select list, lead_id from undo_leads where ${isOf({ workspaceId, id })} and before is null)`;
  const { rows } = await tx.execute<{ list: LeadList; leads: number }>(sql`
    with removed as (
      update leads as l set ${withoutImport(now)}
      where ${isRemoved} and not ${isOwn} returning l.list
    )
    select list, count(*)::int as leads from removed group by list`);
  let restored = 0;
  for (const { list, leads } of rows) {
    restored += leads;
    await addToLeadCount(tx, workspaceId, list, 0, true);
    await addToLeadCount(tx, workspaceId, 'custom', -leads);
  }
  // The next run must not bring the leads of a sheet back.
  const deletion = { reason: given === sheetActivity ? 'erased' : null, now: at } as const;
  for (const list of leadLists) {
    const ids = sql`select l.lead_id from leads as l where ${isRemoved} and ${isOwn} and l.list = ${list}`;
    restored += (await deleteLeads(tx, { workspaceId, list }, { ids, ...deletion })).leads;
  }
  return { restored, left: rowCount ?? 0 };
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
    const changed = await tx.execute<LeadKey>(sql`
      update leads as l set (${columnList(values)}) = row(${formerValues})
      from undo_leads as u, jsonb_populate_record(null::leads, u.before) as former
      where ${isMine} and ${isNext} returning l.list, l.lead_id as "leadId"`);
    for (const own of leadLists) {
      const ids = changed.rows.flatMap(({ list, leadId }) => (list === own ? [leadId] : []));
      await recognizeAgain(tx, workspaceId, own, ids);
    }
    restored += changed.rows.length;
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
  const added = await removeAdded(tx, activity, now);
  const updated = await restoreUpdated(tx, activity);
  await markAgain(tx, activity, now);
  return { restored: added.restored + updated.restored, left: added.left + updated.left };
};
