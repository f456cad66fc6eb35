import { customLeadColumns } from '#shared/customLeadColumns.ts';
import type { EditableValues } from '#shared/customLeadColumns.ts';
import type { Transaction } from '#server/database/Database.ts';
import { and, eq } from '#server/database/drizzle.ts';
import { customLeads } from '#server/database/schema.ts';
import { storableText } from '#server/lib/storableText.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { recognizeAgain } from '#server/modules/leads/contacts/fillContacts.ts';
import { storedColumns } from './storedColumns.ts';

/** An edited column, with null for an empty value. */
export type Edit = { kind: 'edited'; note: string; before: string | null; after: string | null };

/** Edits columns of an imported lead. Call `lockCustomLeads` and `lockContacts` first. @returns the changed columns */
export const editCustomLead = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  id: string,
  { values, at }: { values: EditableValues; at: Date },
): Promise<Edit[]> => {
  const isLead = and(eq(customLeads.workspaceId, workspaceId), eq(customLeads.id, id));
  const [stored] = await tx.select(storedColumns).from(customLeads).where(isLead);
  if (!stored) return [];
  const next = { ...stored };
  const edits: Edit[] = [];
  for (const { key, title } of customLeadColumns) {
    const given = values[key];
    const after = given === undefined ? stored[key] : storableText(given);
    if (after === stored[key]) continue;
    next[key] = after;
    edits.push({ kind: 'edited', note: title, before: stored[key] || null, after: after || null });
  }
  if (edits.length === 0) return [];
  await tx
    .update(customLeads)
    .set({
      number: next.Number,
      name: next.Name,
      emailAddress: next.EmailAddress,
      adId: next.ad_id,
      status: next.Status,
      project: next.Project,
      createdTime: next.created_time,
      adName: next.ad_name,
      adsetId: next.adset_id,
      adsetName: next.adset_name,
      campaignId: next.campaign_id,
      campaignName: next.campaign_name,
      formId: next.form_id,
      formName: next.form_name,
      isOrganic: next.is_organic,
      platform: next.platform,
      unitType: next.UnitType,
      salesAdvisorContact: next.salesAdvisorContact,
      country: next.country,
      startingPrice: next.StartingPrice,
      unix: next.UNIX,
      updatedAt: at,
    })
    .where(isLead);
  await recognizeAgain(tx, workspaceId, 'custom', [id]);
  return edits;
};
