import { messages } from '#shared/messages.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import type { LeadForm, LeadPage, LeadSource, PlatformLead } from '#server/providers/LeadSource.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { unreadableLeads } from '#server/providers/unreadableLeads.ts';
import type { GraphApi } from '#server/providers/facebook/api.ts';
import type { LeadsApi } from './leadsApi.ts';
import { readGraphLead, toLeadForm, toLeadPage } from './leadTransform.ts';
import { readLeadWebhook } from './leadWebhook.ts';
import { findLostPermission } from '#server/providers/facebook/lostPermission.ts';
import { readSmaller, readEdge } from '#server/providers/facebook/readEdge.ts';

const listLimit = 100;
/** Leads per page; each includes all its answers. */
const leadLimit = 200;

const leadScopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_ads', 'leads_retrieval'] as const;
const leadPermissions = {
  permissions: leadScopes,
  userMessage: 'A permission to read Facebook leads is missing. Please grant access again and keep every permission.',
};
const webhookPermissions = {
  permissions: ['pages_manage_metadata'],
  userMessage: 'The permission for Facebook lead notifications is missing. Please grant access again and keep it.',
};

/** The lead forms of the person's Pages. */
export const createFacebookLeads = (api: GraphApi, leadsApi: LeadsApi, appSecret: string): LeadSource => ({
  leadScopes,

  async listPages(call) {
    const pages = new Map<string, LeadPage>();
    for await (const found of readEdge((after) => leadsApi.readPages(call, { limit: listLimit, after })))
      for (const page of found) pages.set(page.id, toLeadPage(page));
    return [...pages.values()];
  },

  async listForms(call, page) {
    const read = (after: string | null) =>
      findLostPermission(api, call, leadPermissions, () =>
        readSmaller(
          listLimit,
          (limit) => leadsApi.readForms(call, page, { limit, after }),
          messages.leads.pageUnreadable,
        ),
      );
    const forms = new Map<string, LeadForm>();
    for await (const found of readEdge(read)) for (const form of found) forms.set(form.id, toLeadForm(form));
    return [...forms.values()];
  },

  async *readLeads(call, { page, form, since }) {
    const read = (after: string | null) =>
      findLostPermission(api, call, leadPermissions, () =>
        readSmaller(
          leadLimit,
          (limit) => leadsApi.readLeads(call, page, form.id, since, { limit, after }),
          messages.leads.formUnreadable,
        ),
      );
    let lost = 0;
    for await (const values of readEdge(read)) {
      const leads = values.map((value) => readGraphLead(value, page.id, form.id)).filter((lead) => lead !== null);
      lost += values.length - leads.length;
      yield leads;
    }
    if (lost > 0) throw unreadableLeads('facebook', lost);
  },

  async readLead(call, page, leadId): Promise<PlatformLead | null> {
    try {
      const value = await findLostPermission(api, call, leadPermissions, () => leadsApi.readLead(call, page, leadId));
      const lead = readGraphLead(value, page.id, null);
      if (lead === null) throw unreadableLeads('facebook', 1);
      return lead;
    } catch (error) {
      // Meta: unknown, deleted and foreign leads give the same error.
      if (error instanceof ProviderError && error.providerCode === '100/33') return null;
      throw error;
    }
  },

  registerWebhook: ({ callbackUrl, verifyToken }) => leadsApi.setCallback(callbackUrl, verifyToken),

  async subscribe(call, page) {
    await findLostPermission(api, call, webhookPermissions, () => leadsApi.subscribePage(call, page));
    // Meta: Page and app identify the subscription; it has no id.
    return { subscriptionId: null };
  },

  async unsubscribe(call: PlatformCall, page: LeadPage) {
    try {
      await findLostPermission(api, call, webhookPermissions, () => leadsApi.unsubscribePage(call, page));
    } catch (error) {
      // With a dead token or an inaccessible Page there is nothing left to end.
      if (!(error instanceof ProviderError) || !['reconnect', 'account'].includes(error.outcome)) throw error;
    }
  },

  readWebhook: (body, header) => readLeadWebhook(appSecret, body, header),
});
