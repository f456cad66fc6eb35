import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { Transaction } from '#server/database/Database.ts';
import { lockContacts } from '#server/modules/leads/contacts/leadContacts.store.ts';
import { repairMerges } from '#server/modules/leads/contacts/leadMerges.store.ts';
import { lockCustomLeads } from '#server/modules/leads/imported/customLeads.store.ts';
import { recordContact } from '#server/modules/leads/imported/leadRecord.ts';
import { contactsDeletedWith, endedMerges, workDeletedWith } from '#server/modules/leads/work/changes.store.ts';
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
  /** The bulk action whose undo can restore the leads; null deletes them for good, with all work on them. */
  keptBy?: string | null;
};

export type DeletedLeads = { leads: number; lead_events: number };

/** The id by which a source brings the lead `gone` again; null: it comes as a new lead. */
const sourceId = sql`case
  when gone.source = 'platform' then gone.lead_id
  when gone.list = 'custom' then gone.identity
  else coalesce(gone.identity, gone.lead_id) end`;

/** Deletes leads of a list and updates the lead count of the list, and of the imported leads if they were there too. */
export const deleteLeads = async (
  tx: Transaction,
  { workspaceId, list }: OwnedLeadList,
  { ids, reason, now, keptBy = null }: Deletion,
): Promise<DeletedLeads> => {
  // Wait for pending lead changes: otherwise, their notes would outlive the deleted leads.
  await eraseOneAtATime(tx, workspaceId);
  await (list === 'custom' ? lockCustomLeads : lockContacts)(tx, workspaceId);
  const marked = (id: SQL, contact: SQL[]): SQL => (reason === 'tooOld' ? idWithContactOf([id, ...contact]) : id);
  const owner = sql`${workspaceId}::text`;
  const mark = erasedHash(owner, list, marked(sourceId, [sql`gone.name`, sql`gone.email`, sql`gone.phone`]));
  const importMark = erasedHash(owner, 'custom', marked(sql`gone.identity`, recordContact(sql`gone.record`)));
  const at = sql`${now.toISOString()}::timestamptz`;
  const isChosen = sql`workspace_id = ${workspaceId} and list = ${list} and lead_id in (${ids})`;
  const columns = sql`list, lead_id, source, identity, form_id, name, email, phone, record,
    list <> 'custom' and imported_at is not null as has_import`;
  const isRemembered = reason === 'tooOld' ? sql`gone.source <> 'platform'` : sql`${reason !== null}`;
  const removal =
    keptBy === null
      ? {
          gone: sql`delete from leads where ${isChosen} returning ${columns}, deleted_at is null as was_listed`,
          rest: workDeletedWith(workspaceId, list, sql`gone`),
          events: sql`(select count(*)::int from events)`,
          ended: endedMerges,
        }
      : {
          gone: sql`update leads set deleted_at = ${at}, deleted_by = ${keptBy} where ${isChosen} and deleted_at is null
            returning ${columns}, true as was_listed`,
          rest: contactsDeletedWith(workspaceId, list, sql`gone`),
          events: sql`0`,
          ended: sql`'{}'::text[]`,
        };
  type Deleted = DeletedLeads & { listed: number; imported: number; ended: string[] };
  const { rows } = await tx.execute<Deleted>(sql`
    with gone as (${removal.gone}), ${removal.rest}, remembered as (
      insert into erased_leads (workspace_id, hash, erased_at)
      select ${workspaceId}, ${mark}, ${at} from gone where ${sourceId} is not null and ${isRemembered}
      union
      select ${workspaceId}, ${importMark}, ${at} from gone where has_import and ${reason !== null}
      on conflict do nothing
    ), left_out as (
      update lead_forms set left_out = lead_forms.left_out + of_form.leads
      from (select form_id, count(*)::int as leads from gone where source = 'platform' and was_listed group by form_id) of_form
      where lead_forms.workspace_id = ${workspaceId} and lead_forms.platform = ${list}
        and lead_forms.form_id = of_form.form_id
    )
    select count(*)::int as leads, count(*) filter (where was_listed)::int as listed,
      count(*) filter (where was_listed and has_import)::int as imported, ${removal.events} as lead_events, ${removal.ended} as ended
    from gone`);
  const { ended = [], listed = 0, imported = 0, ...deleted } = rows[0] ?? { leads: 0, lead_events: 0 };
  await repairMerges(tx, workspaceId, ended);
  await addToLeadCount(tx, workspaceId, list, -listed);
  await addToLeadCount(tx, workspaceId, 'custom', -imported);
  return deleted;
};
