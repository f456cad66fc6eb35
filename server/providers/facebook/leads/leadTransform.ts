import type { LeadForm, LeadPage, PlatformLead } from '#server/providers/LeadSource.ts';
import type { GraphLead, GraphLeadForm, GraphLeadPage } from './leadTypes.ts';

export const toLeadPage = (page: GraphLeadPage): LeadPage => ({
  id: page.id,
  name: page.name ?? page.id,
  accessToken: page.access_token ?? null,
});

export const toLeadForm = (form: GraphLeadForm): LeadForm => ({
  id: form.id,
  name: form.name ?? form.id,
  status: form.status,
  leadCount: form.leads_count ?? null,
});

export const toLead = (lead: GraphLead, pageId: string): PlatformLead => ({
  id: lead.id,
  createdAt: lead.created_time,
  pageId,
  formId: lead.form_id,
  adId: lead.ad_id ?? null,
  adName: lead.ad_name ?? null,
  adsetId: lead.adset_id ?? null,
  adsetName: lead.adset_name ?? null,
  campaignId: lead.campaign_id ?? null,
  campaignName: lead.campaign_name ?? null,
  isOrganic: lead.is_organic ?? null,
  placement: lead.platform ?? null,
  region: null,
  answers: lead.field_data,
});
