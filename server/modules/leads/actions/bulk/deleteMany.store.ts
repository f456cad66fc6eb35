import { leadLists } from '#shared/contracts/leads.ts';
import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { ActivityKey } from '#server/modules/leads/actions/activities.store.ts';
import { keepDeleted } from '#server/modules/leads/actions/undo/keepDeleted.store.ts';
import { deleteLeads } from '#server/modules/leads/store/deleteLeads.store.ts';
import type { LeadKey } from '#server/modules/leads/work/leadKey.ts';
import { selectMerged } from './selectLeads.store.ts';

/**
 * Deletes these leads, the work on them, and the leads that are merged into them. Later reads do not store the leads
 * again; an undo restores them. @returns how many visible leads were deleted
 */
export const deleteMany = async (
  tx: Transaction,
  key: ActivityKey,
  leads: readonly LeadKey[],
  now: Date,
): Promise<number> => {
  const { workspaceId } = key;
  const merged = await selectMerged(tx, workspaceId, leads);
  const all = [...leads, ...merged];
  const lists = leadLists.flatMap((list) => {
    const chosen = all.flatMap((lead) => (lead.list === list ? [lead.leadId] : []));
    const ids = sql`select jsonb_array_elements_text(${JSON.stringify(chosen)}::jsonb)`;
    return chosen.length === 0 ? [] : [{ list, ids }];
  });
  // Keep all leads before the first deletion: a deletion separates the leads that were merged into the deleted lead.
  for (const { list, ids } of lists) await keepDeleted(tx, key, list, ids);
  let deleted = 0;
  for (const { list, ids } of lists) {
    const deletion = { ids, now, reason: 'erased', keepsUndo: true } as const;
    deleted += (await deleteLeads(tx, { workspaceId, list }, deletion)).leads;
  }
  return deleted - merged.length;
};
