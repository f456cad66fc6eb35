import type { WorkedLead } from '#shared/contracts/leadWork.ts';
import type { Queryable } from '#server/database/Database.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { countPersonLeads } from '#server/modules/leads/contacts/samePerson.store.ts';
import { toPublicId } from '#server/modules/leads/work/leadKey.ts';
import type { WorkedLeadRow } from './leadRows.ts';

const instant = (at: string | null): string | null => at && new Date(at).toISOString();

/** Presents leads. A lead that repeats an earlier lead includes the lead count of its person. */
export const presentLeads = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  rows: readonly WorkedLeadRow[],
): Promise<WorkedLead[]> => {
  const counts = await countPersonLeads(db, workspaceId, rows);
  return rows.map((row) => {
    const lead = presentLead(row);
    const personLeads = counts.get(lead.id);
    return personLeads === undefined ? lead : { ...lead, personLeads };
  });
};

export const presentLead = (row: WorkedLeadRow): WorkedLead => {
  const createdAt = new Date(row.createdAt).toISOString();
  const { list, name, email, phone, isTest, formId, formName, campaignId, campaignName, statusId, assigneeId } = row;
  return {
    id: toPublicId(row),
    list,
    name,
    email,
    phone,
    isTest,
    formId,
    formName,
    campaignId,
    campaignName,
    createdAt,
    statusId,
    assigneeId,
    tags: row.tags ?? [],
    value: row.amount === null || row.currency === null ? null : { amount: row.amount, currency: row.currency },
    respondedAt: instant(row.respondedAt),
    activeAt: instant(row.activeAt) ?? createdAt,
    version: row.version ?? 0,
  };
};
