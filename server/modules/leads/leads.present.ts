import type { FormLead, Lead } from '#shared/contracts/leads.ts';
import { isoInstant } from '#server/database/isoInstant.ts';
import type { ListedLead } from './store/leadList.store.ts';
import type { LeadRow } from './store/leads.store.ts';

export const presentLead = ({
  leadId,
  name,
  email,
  phone,
  formId,
  formName,
  createdAt,
  updatedAt,
}: ListedLead): Lead => ({
  leadId,
  field_data: { 'full name': name, email, phone_number: phone },
  formId,
  formName,
  createdAt: isoInstant(createdAt),
  updatedAt: isoInstant(updatedAt),
});

/** A lead in the format of the Meta lead service, with all its answers. */
export const presentFormLead = (row: LeadRow): FormLead => ({
  id: row.leadId,
  created_time: row.createdAt.toISOString(),
  pageId: row.pageId ?? '',
  formId: row.formId ?? '',
  formName: row.formName ?? '',
  field_data: row.answers,
  ...(row.adId === null ? {} : { ad_id: row.adId }),
  ...(row.adName === null ? {} : { ad_name: row.adName }),
  ...(row.adsetId === null ? {} : { adset_id: row.adsetId }),
  ...(row.adsetName === null ? {} : { adset_name: row.adsetName }),
  ...(row.campaignId === null ? {} : { campaign_id: row.campaignId }),
  ...(row.campaignName === null ? {} : { campaign_name: row.campaignName }),
  ...(row.isOrganic === null ? {} : { is_organic: row.isOrganic }),
  ...(row.placement === null ? {} : { platform: row.placement }),
});
