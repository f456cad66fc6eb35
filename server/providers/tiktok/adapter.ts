import pLimit from 'p-limit';
import type { AdPlatform, Grant, NeededScope } from '../AdPlatform.ts';
import type { PlatformAccount } from '../PlatformAccount.ts';
import type { PlatformCall } from '../calls/PlatformCall.ts';
import { ProviderError } from '../ProviderError.ts';
import { createTikTokAdApi } from './ads/adApi.ts';
import { createTikTokAdReports } from './ads/adReports.ts';
import { createTikTokApi, maxAdvertisersPerCall } from './api.ts';
import type { TikTokApi } from './api.ts';
import { createTikTokClient } from './client.ts';
import type { TikTokClientOptions } from './client.ts';
import { createTikTokInsights } from '#server/providers/tiktok/insights/insights.ts';
import { createTikTokLeadApi } from '#server/providers/tiktok/leads/leadApi.ts';
import { createTikTokLeads, leadScopes } from '#server/providers/tiktok/leads/leads.ts';
import { toAccount } from '#server/providers/tiktok/insights/transform.ts';
import type { AdvertiserDetails } from './types.ts';

export type TikTokOptions = TikTokClientOptions & { authUrl: string };

/** TikTok: permissions are numbers, fixed for the app at its review instead of requested at consent. */
const neededScopes: readonly NeededScope[] = [
  { scope: '1', meaning: 'The list of ad accounts', isRequired: true },
  { scope: '4', meaning: 'Campaign reports', isRequired: true },
  { scope: '20', meaning: 'Campaign names, budgets and states', isRequired: false },
  { scope: leadScopes.forms, meaning: 'Lead forms', isRequired: false },
  { scope: leadScopes.leads, meaning: 'Leads of the lead forms', isRequired: false },
];

/** TikTok: all users of the app share its limits. */
const parallelCalls = 3;

export const createTikTokAdapter = (options: TikTokOptions): AdPlatform<'tiktok'> => {
  const client = createTikTokClient(options);
  const api = createTikTokApi(client);

  return {
    id: 'tiktok',
    neededScopes,

    consentUrl({ state, redirectUri }) {
      const url = new URL(options.authUrl);
      // The rest stays as configured: TikTok provides this URL ready-made, sometimes with more parameters.
      url.searchParams.set('app_id', options.appId);
      url.searchParams.set('state', state);
      url.searchParams.set('redirect_uri', redirectUri);
      return url;
    },

    readRefusal: (query) => (readCode(query) === '' ? 'Access to TikTok was not granted.' : null),

    completeConsent: ({ query }) => completeConsent(api, readCode(query)),

    async revoke({ accessToken }) {
      try {
        await api.revokeToken(accessToken);
      } catch (error) {
        // An invalid token needs no revocation.
        if (!(error instanceof ProviderError) || error.outcome !== 'reconnect') throw error;
      }
    },

    listAccounts: (call) => listAccounts(api, call),

    ...createTikTokInsights(api),

    ads: createTikTokAdReports(createTikTokAdApi(client)),

    leads: createTikTokLeads(api, createTikTokLeadApi(client), options.appSecret),
  };
};

/** TikTok: sends the code as `auth_code`, for some apps also as `code`. A refusal has neither. */
const readCode = (query: URLSearchParams): string => query.get('auth_code') || query.get('code') || '';

const completeConsent = async (api: TikTokApi, code: string): Promise<Grant> => {
  const { access_token: accessToken, scope } = await api.exchangeCode(code);
  const advertisers = await api.listAdvertisers({ accessToken, patience: 'interactive' });
  return {
    // TikTok: this token does not expire and cannot be refreshed.
    tokens: { accessToken, refreshToken: null, expiresAt: null },
    ...identify(advertisers),
    grantedScopes: scope,
  };
};

/** TikTok does not say who consented, so the ad accounts identify the grant. */
const identify = (
  advertisers: readonly { id: string; name: string }[],
): { externalId: string; externalName: string } => {
  const [first, ...others] = advertisers.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (!first) {
    throw new ProviderError('tiktok', {
      outcome: 'fail',
      userMessage: 'TikTok granted access to no ad account. Please choose at least one.',
      providerCode: 'no-advertiser',
    });
  }
  const name = first.name || first.id;
  return { externalId: first.id, externalName: others.length === 0 ? name : `${name} and ${others.length} more` };
};

const listAccounts = async (api: TikTokApi, call: PlatformCall): Promise<PlatformAccount[]> => {
  const advertisers = await api.listAdvertisers(call);
  const groups: string[][] = [];
  for (let start = 0; start < advertisers.length; start += maxAdvertisersPerCall) {
    groups.push(advertisers.slice(start, start + maxAdvertisersPerCall).map(({ id }) => id));
  }
  const answers = await pLimit(parallelCalls).map(groups, (ids) => readDetails(api, call, ids));
  const details = new Map(answers.flat().map((each) => [each.advertiser_id, each]));
  return advertisers.map((advertiser) => toAccount(advertiser, details.get(advertiser.id)));
};

/** Limit of detail calls per account list. One unreadable advertiser among a hundred takes 15. */
const detailCalls = 40;

/**
 * TikTok: one unreadable advertiser fails the whole call (40001). Then the list is halved, so that only that one lacks
 * currency and time zone.
 */
const readDetails = async (
  api: TikTokApi,
  call: PlatformCall,
  ids: readonly string[],
  budget = { callsLeft: detailCalls },
): Promise<AdvertiserDetails[]> => {
  if (budget.callsLeft === 0) return [];
  budget.callsLeft -= 1;
  try {
    return await api.readAdvertisers(call, ids);
  } catch (error) {
    if (!(error instanceof ProviderError && error.outcome === 'account')) throw error;
    if (ids.length === 1) return [];
    const middle = Math.ceil(ids.length / 2);
    const first = await readDetails(api, call, ids.slice(0, middle), budget);
    return [...first, ...(await readDetails(api, call, ids.slice(middle), budget))];
  }
};
