import { leadLists } from '#shared/leadLists.ts';
import type { LeadList } from '#shared/leadLists.ts';
import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { textArray } from '#server/database/textArray.ts';
import type { ActivityKey } from '#server/modules/leads/actions/activities.store.ts';
import { recognizeAgain } from '#server/modules/leads/contacts/fillContacts.ts';
import { withoutImport } from '#server/modules/leads/imported/leadRecord.ts';
import { deleteLeads } from '#server/modules/leads/store/deleteLeads.store.ts';
import { erasedHash } from '#server/modules/leads/store/erasedLeads.store.ts';
import { agedFrom } from '#server/modules/leads/store/keptSince.ts';
import { addToLeadCount } from '#server/modules/leads/store/leadCounts.store.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import type { Undone } from './undoLeads.store.ts';

type Deletion = ActivityKey & { ladder: readonly LeadStatus[]; now: Date; since: Date | null };

/**
 * Skips leads that were imported again. They are listed as the leads that the undo left. A collected lead that was
 * imported again as another lead returns to the list of its platform only. @returns how many were skipped
 */
const skipReturned = async (tx: Transaction, { workspaceId, id, now }: Deletion): Promise<number> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with returned as (
      select gone.lead_id as gone_id, l.list, l.lead_id, ${agedFrom(sql`l`)} as created_at from leads as gone
      join leads as l on l.workspace_id = ${workspaceId} and l.identity = gone.identity and l.deleted_at is null
      where gone.workspace_id = ${workspaceId} and gone.deleted_by = ${id} and gone.deleted_at is not null and gone.list = 'custom'
    ), removed as (
      update leads as gone set ${withoutImport(now)} from leads as l
      where gone.workspace_id = ${workspaceId} and gone.deleted_by = ${id} and gone.deleted_at is not null and gone.list <> 'custom'
        and l.workspace_id = ${workspaceId} and l.identity = gone.identity and l.deleted_at is null
    ), listed as (
      insert into undo_leads (workspace_id, activity_id, list, lead_id, lead_created_at)
      select ${workspaceId}, ${id}, list, lead_id, created_at from returned on conflict do nothing
    )
    select gone_id as id from returned`);
  if (rows.length === 0) return 0;
  const ids = sql`select unnest(${textArray(rows.map((row) => row.id))})`;
  await deleteLeads(tx, { workspaceId, list: 'custom' }, { ids, reason: null, now });
  return rows.length;
};

/** Restores the leads of a list. @returns how many of them are visible */
const restoreList = async (tx: Transaction, { workspaceId, id, ladder }: Deletion, list: LeadList): Promise<number> => {
  const hash = (of: LeadList, key: SQL): SQL => erasedHash(sql`${workspaceId}::text`, of, key);
  const { rows } = await tx.execute<{ ids: string[]; imported: number }>(sql`
    with restored as (
      update leads set deleted_at = null, deleted_by = null
      where workspace_id = ${workspaceId} and list = ${list} and deleted_by = ${id} and deleted_at is not null
      returning lead_id, identity, source, form_id, list <> 'custom' and imported_at is not null as has_import
    ), left_out as (
      update lead_forms set left_out = greatest(0, lead_forms.left_out - of_form.leads)
      from (select form_id, count(*)::int as leads from restored where source = 'platform' group by 1) as of_form
      where lead_forms.workspace_id = ${workspaceId} and lead_forms.platform = ${list}
        and lead_forms.form_id = of_form.form_id
    ), welcome as (
      delete from erased_leads where workspace_id = ${workspaceId}
        and hash in (select ${hash(list, sql`lead_id`)} from restored union all select ${hash(list, sql`identity`)} from restored
          union all select ${hash('custom', sql`identity`)} from restored)
    ), moved as (
      -- A lead whose step was removed returns to the first step.
      update lead_work set status_id = null from restored
      where lead_work.workspace_id = ${workspaceId} and lead_work.list = ${list} and lead_work.lead_id = restored.lead_id
        and lead_work.status_id <> all (${textArray(ladder.map((step) => step.id))})
    )
    select array(select lead_id from restored) as ids, (select count(*) from restored where has_import)::int as imported`);
  const { ids, imported } = rows[0] ?? { ids: [], imported: 0 };
  await addToLeadCount(tx, workspaceId, list, ids.length);
  await addToLeadCount(tx, workspaceId, 'custom', imported);
  await recognizeAgain(tx, workspaceId, list, ids);
  const { rows: counted } = await tx.execute<{ merged: number }>(sql`
    select count(*)::int as merged from lead_work
    where workspace_id = ${workspaceId} and list = ${list} and lead_id = any(${textArray(ids)}) and merged_into is not null`);
  return ids.length - (counted[0]?.merged ?? 0);
};

/**
 * Restores the leads that a bulk action deleted, except leads that exceed the retention. The caller prevents concurrent
 * inserts and erasures.
 */
export const undoDeletion = async (tx: Transaction, deletion: Deletion): Promise<Undone> => {
  const { workspaceId, id, now, since } = deletion;
  if (since)
    for (const list of leadLists) {
      const ids = sql`select lead_id from leads where workspace_id = ${workspaceId} and list = ${list} and deleted_by = ${id}
        and ${agedFrom(sql`leads`)} < ${since.toISOString()}::timestamptz`;
      await deleteLeads(tx, { workspaceId, list }, { ids, reason: 'tooOld', now });
    }
  const left = await skipReturned(tx, deletion);
  let restored = 0;
  for (const list of leadLists) restored += await restoreList(tx, deletion, list);
  return { restored, left };
};
