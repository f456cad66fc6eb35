import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import { leadContacts, leadEntries, leadEvents, leads, leadWork } from '#server/database/schema.ts';
import { textArray } from '#server/database/textArray.ts';
import type { ActivityKey } from '#server/modules/leads/actions/activities.store.ts';
import { erasedHash } from '#server/modules/leads/store/erasedLeads.store.ts';
import { recognizeAgain } from '#server/modules/leads/contacts/fillContacts.ts';
import { markRepeats } from '#server/modules/leads/contacts/leadContacts.store.ts';
import { addToLeadCount } from '#server/modules/leads/store/leadCounts.store.ts';
import type { LeadList } from '#server/modules/leads/store/leadCounts.store.ts';
import { allColumns, restoredColumns } from '#server/modules/leads/work/fields/knownIds.ts';
import { rowOf, workColumns } from '#server/modules/leads/work/fields/workFields.ts';
import { columnList, isOf, writtenColumns } from './undoLeads.store.ts';
import type { KnownNow, Undone } from './undoLeads.store.ts';

/** A lead whose step was removed returns to the first step. */
type Deletion = ActivityKey & KnownNow & { list: LeadList };

const columnsOf = (table: typeof leadWork | typeof leadEntries, replaced: readonly string[]) =>
  writtenColumns(table).filter((name) => !replaced.includes(name));

const keyColumns = columnsOf(
  leadWork,
  workColumns.map((column) => leadWork[column].name),
);
const entryColumns = columnsOf(leadEntries, ['author_id']);

/** Inserts the deleted leads of a list again, with their events, work, entries and contacts. */
const insertAgain = async (
  tx: Transaction,
  { workspaceId, id, list, userIds, ...known }: Deletion,
): Promise<string[]> => {
  const names = writtenColumns(leads);
  const mark = list === 'custom' ? sql`lead.identity` : sql`lead.lead_id`;
  const found = sql`restored join mine on mine.lead_id = restored.lead_id`;
  const { rows } = await tx.execute<{ restored: string[] }>(sql`
    with mine as materialized (
      select lead_id, before from undo_leads
      where ${isOf({ workspaceId, id })} and list = ${list} and before is not null
    ), restored as (
      insert into ${leads} (${columnList(names)})
      select ${columnList(names, sql`lead`)}
      from mine, jsonb_populate_record(null::${leads}, mine.before->'lead') as lead order by mine.lead_id
      on conflict do nothing
      returning lead_id
    ), events as (
      insert into ${leadEvents} select event.* from ${found}, jsonb_populate_record(null::${leadEvents}, nullif(mine.before->'event', 'null')) as event
      where mine.before->>'event' is not null on conflict do nothing
    ), work as (
      insert into ${leadWork} (${columnList(keyColumns)}, ${allColumns})
      select ${columnList(keyColumns, sql`work`)}, ${restoredColumns(rowOf('work'), known)}
      from ${found}, jsonb_populate_record(null::${leadWork}, nullif(mine.before->'work', 'null')) as work
      where mine.before->>'work' is not null on conflict do nothing
    ), entries as (
      insert into ${leadEntries} (${columnList(entryColumns)}, author_id)
      select ${columnList(entryColumns, sql`entry`)}, case when entry.author_id = any(${textArray(userIds)}) then entry.author_id end
      from ${found}, jsonb_populate_recordset(null::${leadEntries}, nullif(mine.before->'entries', 'null')) as entry
      where mine.before->>'entries' is not null on conflict do nothing
    ), contacts as (
      insert into ${leadContacts} select contact.* from ${found}, jsonb_populate_record(null::${leadContacts}, nullif(mine.before->'contact', 'null')) as contact
      where mine.before->>'contact' is not null on conflict do nothing
    ), left_out as (
      update lead_forms set left_out = greatest(0, lead_forms.left_out - of_form.leads)
      from (
        select mine.before->'lead'->>'form_id' as form_id, count(*)::int as leads from ${found}
        where mine.before->'lead'->>'source' = 'platform' group by 1
      ) as of_form
      where lead_forms.workspace_id = ${workspaceId} and lead_forms.platform = ${list}
        and lead_forms.form_id = of_form.form_id
    ), welcome as (
      delete from erased_leads where workspace_id = ${workspaceId} and hash in (
        select ${erasedHash(sql`${workspaceId}::text`, list, mark)}
        from ${found}, jsonb_populate_record(null::${leads}, mine.before->'lead') as lead)
    )
    select array(select lead_id from restored) as restored`);
  return rows[0]?.restored ?? [];
};

/** Skips leads that exist again, for example after an import. @returns how many were skipped */
const keepReturned = async (tx: Transaction, { workspaceId, id, list }: Deletion): Promise<number> => {
  const isSame =
    list === 'custom' ? sql`l.identity = undo_leads.before->'lead'->>'identity'` : sql`l.lead_id = undo_leads.lead_id`;
  const { rowCount } = await tx.execute(sql`
    update undo_leads set lead_id = l.lead_id, before = null from leads as l
    where ${isOf({ workspaceId, id })} and undo_leads.list = ${list} and l.workspace_id = ${workspaceId} and l.list = ${list}
      and ${isSame}`);
  return rowCount ?? 0;
};

/**
 * Restores the deleted leads of a list. The caller prevents concurrent inserts and erasures in the list, and calls
 * `restoreMerges` after the leads of all lists are restored.
 */
export const undoDeletion = async (tx: Transaction, deletion: Deletion): Promise<Undone> => {
  const left = await keepReturned(tx, deletion);
  const restored = await insertAgain(tx, deletion);
  const { workspaceId, list } = deletion;
  await addToLeadCount(tx, workspaceId, list, restored.length);
  await recognizeAgain(tx, workspaceId, list, restored);
  await markRepeats(tx, workspaceId, list, restored);
  return { restored: restored.length, left };
};
