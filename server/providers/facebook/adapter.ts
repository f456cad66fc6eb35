import type { Logger } from '#server/lib/logging/logger.ts';
import type { AdPlatform, Grant, NeededScope } from '../AdPlatform.ts';
import type { PlatformAccount } from '../PlatformAccount.ts';
import type { PlatformCall } from '../calls/PlatformCall.ts';
import type { CallBudget } from '../calls/callBudget.ts';
import type { CallLimits } from '../calls/http.ts';
import { ProviderError } from '../ProviderError.ts';
import { createGraphApi } from './api.ts';
import type { GraphApi } from './api.ts';
import { createGraphClient } from './graphClient.ts';
import { createFacebookAdReports } from '#server/providers/facebook/ads/adReports.ts';
import { createFacebookInsights } from '#server/providers/facebook/insights/insights.ts';
import type { ReportPauses } from '#server/providers/facebook/insights/insightsReport.ts';
import { createFacebookLeads } from '#server/providers/facebook/leads/leads.ts';
import { createLeadsApi } from '#server/providers/facebook/leads/leadsApi.ts';
import { toAccount } from '#server/providers/facebook/insights/transform.ts';
import { readEdge } from './readEdge.ts';

export type FacebookOptions = {
  appId: string;
  appSecret: string;
  dialogUrl: string;
  graphUrl: string;
  graphVersion: string;
  budget?: CallBudget;
  logger?: Logger;
  limits?: Partial<CallLimits>;
  reportPauses?: ReportPauses;
};

const neededScopes: readonly NeededScope[] = [
  { scope: 'ads_read', meaning: 'Ad accounts and insights', isRequired: true },
  { scope: 'pages_show_list', meaning: 'The list of your Pages, for collecting leads', isRequired: false },
  { scope: 'pages_read_engagement', meaning: 'The lead forms of your Pages', isRequired: false },
  { scope: 'leads_retrieval', meaning: 'The leads of your forms', isRequired: false },
  { scope: 'pages_manage_ads', meaning: 'The lead forms of your ads', isRequired: false },
  { scope: 'pages_manage_metadata', meaning: 'New leads as soon as they arrive', isRequired: false },
  { scope: 'business_management', meaning: 'Ad accounts and Pages that belong to a business', isRequired: false },
];

export const createFacebookAdapter = (options: FacebookOptions): AdPlatform<'facebook'> => {
  const client = createGraphClient(options);
  const api = createGraphApi(client);

  return {
    id: 'facebook',
    neededScopes,

    consentUrl({ state, redirectUri }) {
      const url = new URL(`${options.dialogUrl}/${options.graphVersion}/dialog/oauth`);
      url.search = new URLSearchParams({
        client_id: options.appId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        display: 'popup',
        // Meta: requests declined permissions again; otherwise a second attempt shows no boxes.
        auth_type: 'rerequest',
        scope: neededScopes.map(({ scope }) => scope).join(','),
      }).toString();
      return url;
    },

    readRefusal(query) {
      if (query.get('code') && !query.has('error')) return null;
      return query.get('error') === 'access_denied' || query.get('error_reason') === 'user_denied'
        ? 'Access to Facebook was not granted.'
        : 'Facebook refused the request for access.';
    },

    completeConsent: ({ query, redirectUri }) => completeConsent(api, query.get('code') ?? '', redirectUri),

    async revoke({ accessToken }) {
      try {
        await api.removeApp({ accessToken, patience: 'interactive' });
      } catch (error) {
        // An invalid token needs no revocation.
        if (!(error instanceof ProviderError) || error.outcome !== 'reconnect') throw error;
      }
    },

    listScopes: (call) => api.listGrantedPermissions(call),

    listAccounts: (call) => listAccounts(api, call),

    ...createFacebookInsights(api, options.reportPauses),

    ads: createFacebookAdReports(api, options.reportPauses),

    leads: createFacebookLeads(api, createLeadsApi(client), options.appSecret),
  };
};

const completeConsent = async (api: GraphApi, code: string, redirectUri: string): Promise<Grant> => {
  const short = await api.exchangeCode(code, redirectUri);
  const { access_token: accessToken, expires_in: expiresInSeconds } = await api.extendToken(short.access_token);
  const call: PlatformCall = { accessToken, patience: 'interactive' };
  const [person, grantedScopes] = await Promise.all([api.readPerson(call), api.listGrantedPermissions(call)]);
  return {
    tokens: { accessToken, refreshToken: null, expiresAt: await readExpiry(api, accessToken, expiresInSeconds) },
    externalId: person.id,
    externalName: person.name ?? person.id,
    grantedScopes,
  };
};

/** Meta: `expires_in` can be missing; that means unknown, not never. */
const readExpiry = async (
  api: GraphApi,
  token: string,
  expiresInSeconds: number | undefined,
): Promise<number | null> => {
  if (expiresInSeconds !== undefined) return Date.now() + expiresInSeconds * 1000;
  const endSeconds = await api.readTokenEnd(token);
  return endSeconds === undefined || endSeconds === 0 ? null : endSeconds * 1000;
};

const listAccounts = async (api: GraphApi, call: PlatformCall): Promise<PlatformAccount[]> => {
  const accounts = new Map<string, PlatformAccount>();
  for await (const found of readEdge((after) => api.readAdAccounts(call, after)))
    for (const account of found) accounts.set(account.id, toAccount(account));
  return [...accounts.values()];
};
