import pLimit from 'p-limit';
import type { AdPlatform } from '../AdPlatform.ts';
import type { PlatformAccount } from '../PlatformAccount.ts';
import type { PlatformCall } from '../calls/PlatformCall.ts';
import type { CallBudget } from '../calls/callBudget.ts';
import { ProviderError } from '../ProviderError.ts';
import { createGoogleAdReports } from './ads/adReports.ts';
import { createGoogleAdsApi } from './api.ts';
import type { GoogleAdsApi } from './api.ts';
import { notAdsUserCode } from './errors.ts';
import { createGoogleInsights } from './insights.ts';
import { createGoogleOAuth, googleNeededScopes } from './oauth.ts';
import type { GoogleOAuthOptions } from './oauth.ts';
import { toAccount } from './transform.ts';
import type { Customer } from './types.ts';

export type GoogleOptions = GoogleOAuthOptions & { adsUrl: string; budget?: CallBudget };

/** Google: parallel calls trip its short-term limits. */
const parallelCalls = 3;

export const createGoogleAdapter = (options: GoogleOptions): AdPlatform<'google'> => {
  const oauth = createGoogleOAuth(options);
  const api = createGoogleAdsApi(options);

  return {
    id: 'google',
    neededScopes: googleNeededScopes,
    ...oauth,
    listAccounts: (call) => listAccounts(api, call),
    ...createGoogleInsights(api),
    ads: createGoogleAdReports(api),
  };
};

/** Customers that can be queried: direct ones first, then clients of managers, each once. */
const listAccounts = async (api: GoogleAdsApi, call: PlatformCall): Promise<PlatformAccount[]> => {
  const limit = pLimit(parallelCalls);
  const ids = await readRoots(api, call);
  const customers = await limit.map(ids, (id) => skipUnreadable(() => api.readCustomer(call, id), undefined));
  const direct = customers.filter((customer) => customer !== undefined);
  const managers = direct.filter((customer) => customer.manager && customer.status === 'ENABLED');
  const trees = await limit.map(managers, async (manager) => {
    const clients = await skipUnreadable(() => api.listCustomerClients(call, manager.id), []);
    return clients.filter((client) => !client.hidden).map((client) => ({ client, managerId: manager.id }));
  });

  const accounts = new Map<string, PlatformAccount>();
  const offer = (customer: Customer, loginCustomerId: string | null): void => {
    if (customer.manager || customer.status !== 'ENABLED' || accounts.has(customer.id)) return;
    accounts.set(customer.id, toAccount(customer, loginCustomerId));
  };
  // A directly accessible customer needs no manager; sending one can be refused.
  for (const customer of direct) offer(customer, null);
  for (const { client, managerId } of trees.flat()) offer(client, managerId);
  return [...accounts.values()];
};

/** Google returns an error for a person without an Ads account. */
const readRoots = async (api: GoogleAdsApi, call: PlatformCall): Promise<string[]> => {
  try {
    return await api.listAccessibleCustomerIds(call);
  } catch (error) {
    if (error instanceof ProviderError && error.providerCode === notAdsUserCode) return [];
    throw error;
  }
};

/** A canceled account does not break the list. */
const skipUnreadable = async <T>(read: () => Promise<T>, instead: T): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ProviderError && error.outcome === 'account') return instead;
    throw error;
  }
};
