import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { Transaction } from '#server/database/Database.ts';
import { lockContacts } from '#server/modules/leads/contacts/leadContacts.store.ts';
import { repairMerges } from '#server/modules/leads/contacts/leadMerges.store.ts';
import { endedMerges, workDeletedWith } from '#server/modules/leads/work/changes.store.ts';
import { erasedHash, eraseOneAtATime } from '#server/modules/leads/store/erasedLeads.store.ts';
import type { LeftOutReason } from '#server/modules/leads/store/erasedLeads.store.ts';
import { addToLeadCount } from '#server/modules/leads/store/leadCounts.store.ts';
import { lockCustomLeads } from './customLeads.store.ts';
import { identityWithContact } from './erasedRows.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

type Deletion = {
  /** A query for the `id` of the leads to delete. */
  ids: SQL;
  /**
   * Which leads later syncs must not store again. `erased`: any lead with the same identity. `tooOld`: a lead with the
   * same identity and contact. Null: no lead.
   */
  reason: LeftOutReason | null;
  now: Date;
  /** Set by bulk deletions, so that earlier actions on the leads can be undone after the leads are restored. */
  keepsUndo?: boolean;
};

/**
 * Deletes imported leads and updates their count. With a `reason`, a synced sheet does not bring the leads back.
 */
export const deleteCustomLeads = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  { ids, reason, now, keepsUndo = false }: Deletion,
): Promise<number> => {
  // Wait for pending lead changes: otherwise, their notes would outlive the deleted leads.
  await eraseOneAtATime(tx, workspaceId);
  await lockCustomLeads(tx, workspaceId);
  await lockContacts(tx, workspaceId);
  const mark = reason === 'erased' ? sql`gone.identity` : identityWithContact(sql`gone`);
  const { rows } = await tx.execute<{ deleted: number; ended: string[] }>(sql`
    with gone as (
      delete from custom_leads where workspace_id = ${workspaceId} and id in (${ids})
      returning id as lead_id, identity, name, email_address, number
    ), ${workDeletedWith(workspaceId, 'custom', sql`gone`, { keepsUndo })}, remembered as (
      insert into erased_leads (workspace_id, hash, erased_at)
      select ${workspaceId}, ${erasedHash(sql`${workspaceId}::text`, 'custom', mark)}, ${now.toISOString()}::timestamptz
      from gone where gone.identity is not null and ${reason !== null}
      on conflict do nothing
    )
    select (select count(*)::int from gone) as deleted, ${endedMerges} as ended
  `);
  const { deleted, ended } = rows[0] ?? { deleted: 0, ended: [] };
  await repairMerges(tx, workspaceId, ended);
  await addToLeadCount(tx, workspaceId, 'custom', -deleted);
  return deleted;
};
