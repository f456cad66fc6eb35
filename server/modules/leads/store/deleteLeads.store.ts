import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { Transaction } from '#server/database/Database.ts';
import { lockContacts } from '#server/modules/leads/contacts/leadContacts.store.ts';
import { repairMerges } from '#server/modules/leads/contacts/leadMerges.store.ts';
import { lockCustomLeads } from '#server/modules/leads/imported/customLeads.store.ts';
import { endedMerges, workDeletedWith } from '#server/modules/leads/work/changes.store.ts';
import { erasedHash, eraseOneAtATime, idWithContactOf } from './erasedLeads.store.ts';
import type { LeftOutReason } from './erasedLeads.store.ts';
import { addToLeadCount } from './leadCounts.store.ts';
import type { OwnedLeadList } from './leadCounts.store.ts';

type Deletion = {
  /** A query for the `lead_id` of the leads to delete. */
  ids: SQL;
  /**
   * Which leads must not be stored again. `erased`: any lead with the same id. `tooOld`: a row of a sheet or file with
   * the same id and contact; platform leads have a date instead. Null: no lead.
   */
  reason: LeftOutReason | null;
  now: Date;
  /** Set by bulk deletions, so that earlier actions on the leads can be undone after the leads are restored. */
  keepsUndo?: boolean;
};

export type DeletedLeads = { leads: number; lead_events: number };

/** The id by which a source brings the lead `gone` again; null: it comes as a new lead. */
const sourceId = sql`case gone.list when 'custom' then gone.identity else gone.lead_id end`;

/** Deletes leads of a list with their lead events, and updates the lead count of the list. */
export const deleteLeads = async (
  tx: Transaction,
  { workspaceId, list }: OwnedLeadList,
  { ids, reason, now, keepsUndo = false }: Deletion,
): Promise<DeletedLeads> => {
  // Wait for pending lead changes: otherwise, their notes would outlive the deleted leads.
  await eraseOneAtATime(tx, workspaceId);
  if (list === 'custom') await lockCustomLeads(tx, workspaceId);
  await lockContacts(tx, workspaceId);
  const mark =
    reason === 'tooOld' ? idWithContactOf([sourceId, sql`gone.name`, sql`gone.email`, sql`gone.phone`]) : sourceId;
  const isRemembered = reason === 'tooOld' ? sql`gone.source <> 'platform'` : sql`${reason !== null}`;
  const { rows } = await tx.execute<DeletedLeads & { ended: string[] }>(sql`
    with gone as (
      delete from leads where workspace_id = ${workspaceId} and list = ${list} and lead_id in (${ids})
      returning list, lead_id, source, identity, form_id, name, email, phone
    ), events as (
      delete from lead_events using gone
      where lead_events.workspace_id = ${workspaceId} and lead_events.platform = ${list}
        and lead_events.lead_id = gone.lead_id
      returning lead_events.lead_id
    ), ${workDeletedWith(workspaceId, list, sql`gone`, { keepsUndo })}, remembered as (
      insert into erased_leads (workspace_id, hash, erased_at)
      select ${workspaceId}, ${erasedHash(sql`${workspaceId}::text`, list, mark)}, ${now.toISOString()}::timestamptz
      from gone where ${sourceId} is not null and ${isRemembered}
      on conflict do nothing
    ), left_out as (
      update lead_forms set left_out = lead_forms.left_out + of_form.leads
      from (select form_id, count(*)::int as leads from gone where source = 'platform' group by form_id) of_form
      where lead_forms.workspace_id = ${workspaceId} and lead_forms.platform = ${list}
        and lead_forms.form_id = of_form.form_id
    )
    select (select count(*)::int from gone) as leads, (select count(*)::int from events) as lead_events,
      ${endedMerges} as ended
  `);
  const { ended = [], ...deleted } = rows[0] ?? { leads: 0, lead_events: 0 };
  await repairMerges(tx, workspaceId, ended);
  await addToLeadCount(tx, workspaceId, list, -deleted.leads);
  return deleted;
};
