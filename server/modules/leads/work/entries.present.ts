import type { LeadDetail } from '#shared/contracts/leadWork.ts';
import type { Queryable } from '#server/database/Database.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { readLeadNames } from '#server/modules/leads/contacts/samePerson.store.ts';
import type { EntryRow } from './changes.store.ts';
import { readPublicId, toPublicId } from './leadKey.ts';
import type { LeadKey } from './leadKey.ts';

/** The timeline of a lead. Merge entries store only the other lead's id, so that no name outlives a deleted lead. */
export const presentEntries = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  lead: LeadKey,
  entries: readonly EntryRow[],
): Promise<LeadDetail['entries']> => {
  const isMerge = ({ kind }: EntryRow): boolean => kind === 'merged' || kind === 'separated';
  const others = entries.flatMap((entry) => (isMerge(entry) && readPublicId(entry.after ?? '')) || []);
  const names = await readLeadNames(db, workspaceId, others);
  // A lead that an undo can still restore has no name.
  const shown = entries.filter((entry) => !isMerge(entry) || names.has(entry.after ?? ''));
  return shown.map(({ at, authorName, list, leadId, after, ...entry }) => {
    const of = toPublicId({ list, leadId });
    return {
      ...entry,
      at: at.toISOString(),
      after: isMerge({ ...entry, at, authorName, list, leadId, after }) ? (names.get(after ?? '') ?? '') : after,
      // Closing an account clears the name before it deletes the row.
      authorName: authorName || null,
      ...(of === toPublicId(lead) ? {} : { mergedLead: of }),
    };
  });
};
