import type { LeadForm, LeadPage, PlatformLead } from '#server/providers/LeadSource.ts';
import { rawAnswer } from '#server/providers/unreadableLeads.ts';
import { graphLead, partialLead } from './leadTypes.ts';
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

type Place = { pageId: string; formId: string };
/** The parts besides id, time and form. */
type Details = Omit<GraphLead, 'created_time' | 'form_id'>;

const toLead = (lead: Details, createdAt: Date | null, place: Place): PlatformLead => ({
  id: lead.id,
  createdAt,
  ...place,
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

/**
 * Converts one lead, so that an odd one does not affect others: its readable parts are used, and it is kept as sent.
 * Null without an id, or if neither the lead nor the caller names the form.
 */
export const readGraphLead = (value: unknown, pageId: string, knownFormId: string | null): PlatformLead | null => {
  const whole = graphLead.safeParse(value);
  if (whole.success) return toLead(whole.data, whole.data.created_time, { pageId, formId: whole.data.form_id });
  const parts = partialLead.safeParse(value);
  const formId = parts.data?.form_id ?? knownFormId;
  if (!parts.success || formId === null) return null;
  const lead = toLead(parts.data, parts.data.created_time ?? null, { pageId, formId });
  return {
    ...lead,
    answers: [...lead.answers, rawAnswer(value)],
    unreadable: whole.error.issues.map(({ path }) => path.join('.')).join(', '),
  };
};
