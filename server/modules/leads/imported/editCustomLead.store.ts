import { customLeadColumns } from '#shared/customLeadColumns.ts';
import type { EditableValues } from '#shared/customLeadColumns.ts';
import { messages } from '#shared/messages.ts';
import type { Transaction } from '#server/database/Database.ts';
import { and, eq } from '#server/database/drizzle.ts';
import { leads } from '#server/database/schema.ts';
import { validationError } from '#server/lib/failures/errors.ts';
import { storableText } from '#server/lib/storableText.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { recognizeAgain } from '#server/modules/leads/contacts/fillContacts.ts';
import type { LeadKey } from '#server/modules/leads/work/leadKey.ts';
import { columnsOf, toRecord, toValues } from './leadRecord.ts';

/** An edited column, with null for an empty value. */
export type Edit = { kind: 'edited'; note: string; before: string | null; after: string | null };

/**
 * Edits columns of an imported lead. A lead that a platform collected keeps the data of the platform. Call
 * `lockCustomLeads` first.
 * @returns the changed columns
 * @throws AppError 400 for a lead that was not imported
 */
export const editCustomLead = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  { list, leadId }: LeadKey,
  { values, at }: { values: EditableValues; at: Date },
): Promise<Edit[]> => {
  const isLead = and(eq(leads.workspaceId, workspaceId), eq(leads.list, list), eq(leads.leadId, leadId));
  const columns = { record: leads.record, edited: leads.edited, source: leads.source };
  const [stored] = await tx.select(columns).from(leads).where(isLead);
  if (!stored?.record) throw validationError(messages.leadWork.onlyCustom);
  const before = toValues(stored.record);
  const next = { ...before };
  const edits: Edit[] = [];
  const edited = new Set(stored.edited);
  for (const { key, title } of customLeadColumns) {
    const given = values[key];
    const after = given === undefined ? before[key] : storableText(given);
    if (after === before[key]) continue;
    next[key] = after;
    edited.add(key);
    edits.push({ kind: 'edited', note: title, before: before[key] || null, after: after || null });
  }
  if (edits.length === 0) return [];
  const { answers } = stored.record;
  const record = { ...toRecord(next), ...(answers ? { answers } : {}) };
  await tx
    .update(leads)
    .set({ ...(stored.source === 'platform' ? { record } : columnsOf(record)), edited: [...edited], updatedAt: at })
    .where(isLead);
  if (stored.source !== 'platform') await recognizeAgain(tx, workspaceId, list, [leadId]);
  return edits;
};
