import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { Transaction } from '#server/database/Database.ts';
import { lockContacts } from '#server/modules/leads/contacts/leadContacts.store.ts';
import { repairMerges } from '#server/modules/leads/contacts/leadMerges.store.ts';
import { endedMerges, workDeletedWith } from '#server/modules/leads/work/changes.store.ts';
import { erasedHash, eraseOneAtATime, idWithContactOf } from './erasedLeads.store.ts';
import { addToLeadCount } from './leadCounts.store.ts';
import type { LeadReadKey } from '#server/modules/leads/collect/reconcile/leadReads.store.ts';

type Deletion = {
  /** A query for the `lead_id` of the leads to delete. */
  ids: SQL;
  /**
   * The deleted leads that must not be stored again. `all` is for erased leads. `of-sheets` is for leads that are too
   * old: platform leads have a date, but sheet rows have none and are recognized by id and contact.
   */
  remember: 'all' | 'of-sheets' | 'none';
  now: Date;
  /** Set by bulk deletions, so that earlier actions on the leads can be undone after the leads are restored. */
  keepsUndo?: boolean;
};

export type DeletedLeads = { leads: number; lead_events: number };

/** Deletes platform leads with their lead events, and updates the lead count of the list. */
export const deleteLeads = async (
  tx: Transaction,
  { workspaceId, platform }: LeadReadKey,
  { ids, remember, now, keepsUndo = false }: Deletion,
): Promise<DeletedLeads> => {
  await eraseOneAtATime(tx, workspaceId);
  await lockContacts(tx, workspaceId);
  const mark =
    remember === 'of-sheets'
      ? idWithContactOf([sql`gone.lead_id`, sql`gone.name`, sql`gone.email`, sql`gone.phone`])
      : sql`gone.lead_id`;
  const isRemembered = { all: sql`true`, 'of-sheets': sql`gone.source = 'sheet'`, none: sql`false` }[remember];
  const { rows } = await tx.execute<DeletedLeads & { ended: string[] }>(sql`
    with gone as (
      delete from leads where workspace_id = ${workspaceId} and platform = ${platform} and lead_id in (${ids})
      returning lead_id, source, form_id, name, email, phone
    ), events as (
      delete from lead_events using gone
      where lead_events.workspace_id = ${workspaceId} and lead_events.platform = ${platform}
        and lead_events.lead_id = gone.lead_id
      returning lead_events.lead_id
    ), ${workDeletedWith(workspaceId, platform, sql`gone`, { keepsUndo })}, remembered as (
      insert into erased_leads (workspace_id, hash, erased_at)
      select ${workspaceId}, ${erasedHash(sql`${workspaceId}::text`, platform, mark)}, ${now.toISOString()}::timestamptz
      from gone where ${isRemembered}
      on conflict do nothing
    ), left_out as (
      update lead_forms set left_out = lead_forms.left_out + of_form.leads
      from (select form_id, count(*)::int as leads from gone where source = 'platform' group by form_id) of_form
      where lead_forms.workspace_id = ${workspaceId} and lead_forms.platform = ${platform}
        and lead_forms.form_id = of_form.form_id
    )
    select (select count(*)::int from gone) as leads, (select count(*)::int from events) as lead_events,
      ${endedMerges} as ended
  `);
  const { ended = [], ...deleted } = rows[0] ?? { leads: 0, lead_events: 0 };
  await repairMerges(tx, workspaceId, ended);
  await addToLeadCount(tx, workspaceId, platform, -deleted.leads);
  return deleted;
};
