import type { WorkedLead } from '#shared/contracts/leadWork.ts';
import { toPublicId } from './leadKey.ts';
import type { WorkedLeadRow } from './leadRows.ts';

const instant = (at: string | null): string | null => at && new Date(at).toISOString();

export const presentLead = (row: WorkedLeadRow): WorkedLead => {
  const createdAt = new Date(row.createdAt).toISOString();
  const { list, name, email, phone, formId, formName, campaignId, campaignName, statusId, assigneeId } = row;
  return {
    id: toPublicId(row),
    list,
    name,
    email,
    phone,
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
