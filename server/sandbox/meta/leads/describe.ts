import type { GraphObject } from '../graph/fields.ts';
import type { MetaGrant } from '../oauth/grants.ts';
import type { LeadStore } from './leadStore.ts';
import type { MetaForm, MetaLead, MetaPage } from './leadTypes.ts';

/** Object types with their default fields. */
export const pageNode = { type: 'Page', defaults: ['access_token', 'category', 'name', 'id', 'tasks'] };
export const formNode = { type: 'LeadgenForm', defaults: ['id', 'name', 'status', 'locale'] };
export const leadNode = { type: 'Lead', defaults: ['created_time', 'id', 'field_data'] };

const category = { id: '220000000000001', name: 'Car dealership' };

/** @param accessToken the Page's own token */
export const describePage = (page: MetaPage, accessToken: string): GraphObject => ({
  id: page.id,
  name: page.name,
  access_token: accessToken,
  category: category.name,
  category_list: [category],
  tasks: ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'],
});

const isOrganic = ({ origin, isTest }: MetaLead): boolean => origin === undefined && !isTest;

/** Meta: the time zone offset has no colon. */
const graphTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(/\.\d{3}Z$/, '+0000');

export const describeForm = (form: MetaForm, store: LeadStore): GraphObject => {
  const leads = store.leadsOf(form);
  return {
    id: form.id,
    name: form.name,
    status: store.isDeleted(form) ? 'DELETED' : 'ACTIVE',
    locale: 'EN_US',
    created_time: graphTime(form.createdAt),
    leads_count: leads.length,
    organic_leads_count: leads.filter((lead) => isOrganic(lead)).length,
    expired_leads_count: 0,
    page_id: form.page.id,
    questions: form.questions,
  };
};

/** Meta: a lead has no ad if the person cannot access the ad account, or if it is an organic or test lead. */
export const describeLead = (lead: MetaLead, { granted, accountIds }: MetaGrant): GraphObject => {
  const seesAds = granted.has('ads_read') || granted.has('ads_management');
  const ad = lead.origin && seesAds && accountIds.has(lead.origin.accountId) ? lead.origin.ad : undefined;
  return {
    id: lead.id,
    created_time: graphTime(lead.createdAt),
    field_data: lead.answers,
    ad_id: ad?.id,
    ad_name: ad?.name,
    adset_id: ad?.adSet.id,
    adset_name: ad?.adSet.name,
    campaign_id: ad?.campaign.id,
    campaign_name: ad?.campaign.name,
    form_id: lead.form.id,
    is_organic: isOrganic(lead),
    platform: lead.platform,
    ...lead.raw,
  };
};
