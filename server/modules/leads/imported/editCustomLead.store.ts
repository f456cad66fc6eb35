import { customLeadColumns } from '#shared/customLeadColumns.ts';
import type { EditableValues } from '#shared/customLeadColumns.ts';
import type { Transaction } from '#server/database/Database.ts';
import { and, eq } from '#server/database/drizzle.ts';
import { leads } from '#server/database/schema.ts';
import { storableText } from '#server/lib/storableText.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { recognizeAgain } from '#server/modules/leads/contacts/fillContacts.ts';
import { columnsOf, toRecord, toValues } from './leadRecord.ts';

/** An edited column, with null for an empty value. */
export type Edit = { kind: 'edited'; note: string; before: string | null; after: string | null };

/** Edits columns of an imported lead. Call `lockCustomLeads` and `lockContacts` first. @returns the changed columns */
export const editCustomLead = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  id: string,
  { values, at }: { values: EditableValues; at: Date },
): Promise<Edit[]> => {
  const isLead = and(eq(leads.workspaceId, workspaceId), eq(leads.list, 'custom'), eq(leads.leadId, id));
  const [stored] = await tx.select({ record: leads.record }).from(leads).where(isLead);
  if (!stored?.record) return [];
  const before = toValues(stored.record);
  const next = { ...before };
  const edits: Edit[] = [];
  for (const { key, title } of customLeadColumns) {
    const given = values[key];
    const after = given === undefined ? before[key] : storableText(given);
    if (after === before[key]) continue;
    next[key] = after;
    edits.push({ kind: 'edited', note: title, before: before[key] || null, after: after || null });
  }
  if (edits.length === 0) return [];
  await tx
    .update(leads)
    .set({ ...columnsOf(toRecord(next)), updatedAt: at })
    .where(isLead);
  await recognizeAgain(tx, workspaceId, 'custom', [id]);
  return edits;
};
