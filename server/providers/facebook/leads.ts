import { messages } from '#shared/messages.ts';
import type { PlatformCall } from '../AdPlatform.ts';
import type { LeadForm, LeadPage, LeadSource, PlatformLead } from '../LeadSource.ts';
import { ProviderError } from '../ProviderError.ts';
import type { GraphApi } from './api.ts';
import type { LeadsApi } from './leadsApi.ts';
import { toLead, toLeadForm, toLeadPage } from './leadTransform.ts';
import { readLeadWebhook } from './leadWebhook.ts';
import { tellLostPermission } from './lostPermission.ts';
import { readSmaller, walkEdge } from './walkEdge.ts';

const listLimit = 100;
/** Leads of one answer; each brings all its answers along. */
const leadLimit = 200;

const leadScopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_ads', 'leads_retrieval'] as const;
const leadPermissions = {
  permissions: leadScopes,
  userMessage: 'A permission to read Facebook leads is missing. Please grant access again and keep every permission.',
};
const webhookPermissions = {
  permissions: ['pages_manage_metadata'],
  userMessage: 'The permission to be told of new Facebook leads is missing. Please grant access again and keep it.',
};

/** The lead forms of the person's Pages. */
export const createFacebookLeads = (api: GraphApi, leadsApi: LeadsApi, appSecret: string): LeadSource => ({
  leadScopes,

  async listPages(call) {
    const pages = new Map<string, LeadPage>();
    for await (const found of walkEdge((after) => leadsApi.readPages(call, { limit: listLimit, after })))
      for (const page of found) pages.set(page.id, toLeadPage(page));
    return [...pages.values()];
  },

  async listForms(call, page) {
    const read = (after: string | null) =>
      tellLostPermission(api, call, leadPermissions, () =>
        readSmaller(
          listLimit,
          (limit) => leadsApi.readForms(call, page, { limit, after }),
          messages.leads.pageUnreadable,
        ),
      );
    const forms = new Map<string, LeadForm>();
    for await (const found of walkEdge(read)) for (const form of found) forms.set(form.id, toLeadForm(form));
    return [...forms.values()];
  },

  async *readLeads(call, { page, form, since }) {
    const read = (after: string | null) =>
      tellLostPermission(api, call, leadPermissions, () =>
        readSmaller(
          leadLimit,
          (limit) => leadsApi.readLeads(call, page, form.id, since, { limit, after }),
          messages.leads.formUnreadable,
        ),
      );
    for await (const leads of walkEdge(read)) yield leads.map((lead) => toLead(lead, page.id));
  },

  async readLead(call, page, leadId): Promise<PlatformLead | null> {
    try {
      const lead = await tellLostPermission(api, call, leadPermissions, () => leadsApi.readLead(call, page, leadId));
      return toLead(lead, page.id);
    } catch (error) {
      // Meta: an unknown, a deleted and a foreign lead are one and the same fault.
      if (error instanceof ProviderError && error.providerCode === '100/33') return null;
      throw error;
    }
  },

  registerWebhook: ({ callbackUrl, verifyToken }) => leadsApi.setCallback(callbackUrl, verifyToken),

  async subscribe(call, page) {
    await tellLostPermission(api, call, webhookPermissions, () => leadsApi.subscribePage(call, page));
    // Meta: the Page and the app are the subscription; there is no id of it.
    return { subscriptionId: null };
  },

  async unsubscribe(call: PlatformCall, page: LeadPage) {
    try {
      await tellLostPermission(api, call, webhookPermissions, () => leadsApi.unsubscribePage(call, page));
    } catch (error) {
      // A dead token and a Page that is out of reach have nothing left that we could end.
      if (!(error instanceof ProviderError) || !['reconnect', 'account'].includes(error.outcome)) throw error;
    }
  },

  readWebhook: (body, header) => readLeadWebhook(appSecret, body, header),
});
