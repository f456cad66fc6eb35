import * as z from 'zod';
import { withRetry } from '#server/providers/calls/retry.ts';
import type { QueryFields } from '#server/providers/calls/optionalFields.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import type { LeadPage } from '#server/providers/LeadSource.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { pagingParameters } from '#server/providers/facebook/api.ts';
import type { Paging } from '#server/providers/facebook/api.ts';
import type { GraphClient } from '#server/providers/facebook/graphClient.ts';
import { leadForm, leadPage } from './leadTypes.ts';
import type { GraphLeadForm, GraphLeadPage } from './leadTypes.ts';
import { pageOf, success } from '#server/providers/facebook/types.ts';
import type { GraphPage } from '#server/providers/facebook/types.ts';

export type LeadsApi = ReturnType<typeof createLeadsApi>;

/** A lead is read once, so it is not stored without its ad. */
const leadFields: QueryFields = {
  required: ['id', 'created_time', 'field_data', 'form_id', 'ad_id', 'adset_id', 'campaign_id'],
  optional: ['ad_name', 'adset_name', 'campaign_name', 'is_organic', 'platform'],
};
const formFields: QueryFields = { required: ['id'], optional: ['name', 'status', 'leads_count'] };

/** Calls for Pages, lead forms, leads and their webhook. Calls about a Page need the Page's own token. */
export const createLeadsApi = ({ request, readFields, askAsApp, appId, appParameters }: GraphClient) => ({
  readPages: (call: PlatformCall, page: Paging): Promise<GraphPage<GraphLeadPage>> =>
    request(
      call,
      {
        endpoint: 'me/accounts',
        path: 'me/accounts',
        parameters: { fields: 'id,name,access_token', ...pagingParameters(page) },
      },
      pageOf(leadPage),
    ),

  readForms: (call: PlatformCall, owner: LeadPage, page: Paging): Promise<GraphPage<GraphLeadForm>> =>
    readFields('leadgen_forms', formFields, (names) =>
      request(
        call,
        {
          endpoint: 'page/leadgen_forms',
          path: `${checkedId(owner.id)}/leadgen_forms`,
          page: withToken(owner),
          parameters: { fields: names.join(','), ...pagingParameters(page) },
        },
        pageOf(leadForm),
      ),
    ),

  readLeads: (
    call: PlatformCall,
    owner: LeadPage,
    formId: string,
    since: Date | null,
    page: Paging,
  ): Promise<GraphPage<unknown>> =>
    readFields('leads', leadFields, (names) =>
      request(
        call,
        {
          endpoint: 'form/leads',
          path: `${checkedId(formId)}/leads`,
          page: withToken(owner),
          isAboutForm: true,
          parameters: { fields: names.join(','), ...pagingParameters(page), ...sinceParameters(since) },
        },
        pageOf(z.unknown()),
      ),
    ),

  readLead: (call: PlatformCall, owner: LeadPage, leadId: string): Promise<object> =>
    readFields('leads', leadFields, (names) =>
      request(
        call,
        {
          endpoint: 'lead',
          path: checkedId(leadId),
          page: withToken(owner),
          parameters: { fields: names.join(',') },
        },
        z.looseObject({}),
      ),
    ),

  /** Meta: subscribing again changes nothing. */
  async subscribePage(call: PlatformCall, owner: LeadPage): Promise<void> {
    const details = {
      endpoint: 'page/subscribed_apps',
      path: `${checkedId(owner.id)}/subscribed_apps`,
      page: withToken(owner),
      method: 'POST',
      parameters: { subscribed_fields: 'leadgen' },
    } as const;
    await request(call, details, success);
  },

  async unsubscribePage(call: PlatformCall, owner: LeadPage): Promise<void> {
    const details = {
      endpoint: 'page/subscribed_apps (delete)',
      path: `${checkedId(owner.id)}/subscribed_apps`,
      page: withToken(owner),
      method: 'DELETE',
    } as const;
    await request(call, details, success);
  },

  /** Meta: calls the callback before it responds. A new callback replaces the old one. */
  async setCallback(callbackUrl: string, verifyToken: string): Promise<void> {
    const details = {
      endpoint: 'app/subscriptions',
      path: `${appId}/subscriptions`,
      method: 'POST',
      parameters: {
        ...appParameters,
        object: 'page',
        fields: 'leadgen',
        callback_url: callbackUrl,
        verify_token: verifyToken,
      },
    } as const;
    // A lead read waits for this call, but can do without it.
    await withRetry(() => askAsApp(details, success), { patience: 'interactive' });
  },
});

/** Meta: compares in whole seconds. */
const sinceParameters = (since: Date | null): Record<string, string> => {
  if (since === null) return {};
  const value = Math.floor(since.getTime() / 1000);
  return { filtering: JSON.stringify([{ field: 'time_created', operator: 'GREATER_THAN_OR_EQUAL', value }]) };
};

const withToken = ({ id, accessToken }: LeadPage): { id: string; accessToken: string } => {
  if (accessToken !== null) return { id, accessToken };
  throw new ProviderError('facebook', {
    outcome: 'account',
    userMessage: 'Your role on this Facebook Page does not allow reading its leads',
    providerCode: 'no-page-token',
  });
};

/** Only well-formed ids may become part of a path. */
const checkedId = (id: string): string => {
  if (/^\d{1,30}$/.test(id)) return id;
  throw new ProviderError('facebook', {
    outcome: 'account',
    userMessage: 'This is not the id of a Facebook Page, form or lead',
    providerCode: 'malformed-id',
  });
};
