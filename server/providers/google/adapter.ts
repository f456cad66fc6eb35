import pLimit from 'p-limit';
import { addDays, countDays } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { AdPlatform, PlatformAccount, PlatformCall } from '../AdPlatform.ts';
import { ProviderError } from '../ProviderError.ts';
import { createGoogleAdsApi } from './api.ts';
import type { GoogleAdsApi } from './api.ts';
import { createGoogleOAuth, googleNeededScopes } from './oauth.ts';
import type { GoogleOAuthOptions } from './oauth.ts';
import { notAdsUserCode } from './errors.ts';
import { toAccount, toGoogleRows } from './transform.ts';
import type { Customer } from './types.ts';

export type GoogleOptions = GoogleOAuthOptions & { adsUrl: string };

/** Google: parallel calls are what trips its short-term limits. */
const parallelCalls = 3;
/** Rows of one customer that are held in memory at once. */
const maxRows = 200_000;

export const createGoogleAdapter = (options: GoogleOptions): AdPlatform<'google'> => {
  const oauth = createGoogleOAuth(options);
  const api = createGoogleAdsApi(options);

  return {
    id: 'google',
    neededScopes: googleNeededScopes,
    ...oauth,
    listAccounts: (call) => listAccounts(api, call),

    async readInsights(call, { account, range }) {
      const adDays = await readInSpans(range, (span) => api.readAdDays(call, account, span));
      const campaignDays = await readInSpans(range, (span) => api.readCampaignDays(call, account, span));
      return { rows: toGoogleRows(adDays, campaignDays), after: null };
    },
  };
};

/** Customers that can be queried: direct ones first, then the clients of managers, each once. */
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
  // A customer that is also reached directly needs no manager; naming one for it can be refused.
  for (const customer of direct) offer(customer, null);
  for (const { client, managerId } of trees.flat()) offer(client, managerId);
  return [...accounts.values()];
};

/** Google answers a person who has no Ads account at all with an error. */
const readRoots = async (api: GoogleAdsApi, call: PlatformCall): Promise<string[]> => {
  try {
    return await api.listAccessibleCustomerIds(call);
  } catch (error) {
    if (error instanceof ProviderError && error.providerCode === notAdsUserCode) return [];
    throw error;
  }
};

/** A cancelled account does not spoil the list. */
const skipUnreadable = async <T>(read: () => Promise<T>, instead: T): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ProviderError && error.outcome === 'account') return instead;
    throw error;
  }
};

/** Reads a range, in halves where it is too large for one answer. */
const readInSpans = async <Row>(range: DateRange, read: (span: DateRange) => Promise<Row[]>): Promise<Row[]> => {
  const parts: Row[][] = [];
  let rowCount = 0;
  const spans = [range];
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    try {
      const part = await read(span);
      parts.push(part);
      rowCount += part.length;
    } catch (error) {
      if (!(error instanceof ProviderError) || error.outcome !== 'split') throw error;
      const days = countDays(span);
      if (days < 2) throw tooManyRows(error);
      const middle = addDays(span.since, Math.floor(days / 2));
      spans.push({ since: middle, until: span.until }, { since: span.since, until: addDays(middle, -1) });
    }
    if (rowCount > maxRows) throw tooManyRows();
  }
  return parts.flat();
};

const tooManyRows = (cause?: unknown): ProviderError =>
  new ProviderError('google', {
    outcome: 'account',
    userMessage: 'This Google Ads account has too many rows in the range. Please choose a shorter one.',
    providerCode: 'too-many-rows',
    cause,
  });
