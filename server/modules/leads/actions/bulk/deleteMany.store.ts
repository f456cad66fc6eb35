import { leadLists } from '#shared/leadLists.ts';
import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { ActivityKey } from '#server/modules/leads/actions/activities.store.ts';
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
  let deleted = 0;
  for (const list of leadLists) {
    const chosen = all.flatMap((lead) => (lead.list === list ? [lead.leadId] : []));
    if (chosen.length === 0) continue;
    const ids = sql`select jsonb_array_elements_text(${JSON.stringify(chosen)}::jsonb)`;
    const deletion = { ids, now, reason: 'erased', keptBy: key.id } as const;
    deleted += (await deleteLeads(tx, { workspaceId, list }, deletion)).leads;
  }
  return deleted - merged.length;
};
