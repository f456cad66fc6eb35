import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import type * as z from 'zod';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { isDay } from '#shared/lib/dateRange.ts';
import { hashSecret } from '../../lib/ids.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { withRetry } from '#server/providers/calls/retry.ts';
import type { PlatformCall } from '../calls/PlatformCall.ts';
import { createBreaker } from '../calls/breaker.ts';
import { createLocalBudget } from '../calls/callBudget.ts';
import type { CallBudget } from '../calls/callBudget.ts';
import { callProvider, readBody } from '../calls/http.ts';
import type { CallLimits, ProviderAnswer, ProviderRequest } from '../calls/http.ts';
import { createOptionalFields } from '../calls/optionalFields.ts';
import type { QueryFields } from '../calls/optionalFields.ts';
import { createPacer } from '../calls/pacer.ts';
import { ProviderError } from '../ProviderError.ts';
import { isProjectQuota, judgeGoogleAnswer, unknownFieldCode } from './errors.ts';
import {
  accessibleCustomers,
  adDayRow,
  campaignDayRow,
  customerClientRow,
  customerRow,
  searchAnswer,
  streamAnswer,
} from './types.ts';
import type { AdDayRow, CampaignDayRow, Customer, CustomerClient } from './types.ts';

/** Google Ads: a major version lives about a year; the URL contains only the major. */
export const googleAdsVersion = 'v26';

export type GoogleAdsApi = ReturnType<typeof createGoogleAdsApi>;

type GoogleAdsApiOptions = { adsUrl: string; budget?: CallBudget; logger?: Logger; limits?: Partial<CallLimits> };

/** A customer, and the manager account through which it is accessible. */
export type CustomerAddress = { id: string; loginCustomerId: string | null };

/** A customer without its currency or its status would be shown wrongly. */
const customerFields = {
  required: ['id', 'manager', 'currency_code', 'status'],
  optional: ['descriptive_name', 'time_zone'],
} as const;

const prefixed = (resource: string, names: readonly string[]): string[] => names.map((name) => `${resource}.${name}`);

const figures = {
  required: [
    'segments.date',
    'customer.id',
    'campaign.id',
    'metrics.cost_micros',
    'metrics.clicks',
    'metrics.impressions',
    'metrics.conversions',
  ],
  optional: ['customer.descriptive_name', 'campaign.name', 'campaign.status'],
} as const;
const adFigures: QueryFields = {
  required: [...figures.required, 'ad_group.id', 'ad_group_ad.ad.id'],
  optional: [...figures.optional, 'ad_group.name', 'ad_group.status', 'ad_group_ad.status'],
};

/** The product's queries to the Google Ads API, with retries. */
export const createGoogleAdsApi = ({ adsUrl, budget = createLocalBudget(), logger, limits }: GoogleAdsApiOptions) => {
  const pacer = createPacer('google', budget);
  const guard = createBreaker('google');
  const oneAtATime = pLimit(1);

  /** Lets the event loop send what waits for this answer before it parses, and between two answers. */
  const parseInTurn = <T>(answer: ProviderAnswer, schema: z.ZodType<T>): Promise<T> =>
    oneAtATime(async () => {
      await setImmediate();
      return readBody('google', answer, schema);
    });

  const request = <T>(
    call: PlatformCall,
    customerId: string | null,
    details: Omit<ProviderRequest, 'logger' | 'limits' | 'signal'>,
    schema: z.ZodType<T>,
    onAnswered?: () => void,
  ): Promise<T> => {
    const keys = customerId === null ? ['project'] : ['project', `customer:${hashSecret(customerId)}`];
    const run = async (): Promise<T> => {
      const answer = await callProvider('google', { ...details, signal: call.signal, logger, limits });
      if (answer.status === 200) {
        if (!onAnswered) return readBody('google', answer, schema);
        onAnswered();
        return parseInTurn(answer, schema);
      }
      const error = judgeGoogleAnswer(answer);
      if (error.outcome === 'wait' && error.retryAfterMs !== undefined) {
        await pacer.hold(isProjectQuota(answer) ? 'project' : (keys.at(-1) ?? 'project'), error.retryAfterMs);
      }
      throw error;
    };
    const guarded = { endpoint: details.endpoint, account: customerId ?? hashSecret(call.accessToken) };
    return withRetry(
      () =>
        guard(guarded, async () => {
          await pacer.checkHolds(keys, call.patience);
          return run();
        }),
      { patience: call.patience, signal: call.signal },
    );
  };

  const query = <T>(
    call: PlatformCall,
    customer: CustomerAddress,
    method: 'search' | 'searchStream',
    gaql: string,
    schema: z.ZodType<T>,
    onAnswered?: () => void,
  ): Promise<T> => {
    const details = {
      endpoint: `customers/googleAds:${method}`,
      method: 'POST',
      url: new URL(`${adsUrl}/${googleAdsVersion}/customers/${digits(customer.id)}/googleAds:${method}`),
      headers: {
        ...authorization(call),
        // Google: required for customers accessed through a manager, omitted for direct ones; the wrong choice gives a
        // 403.
        ...(customer.loginCustomerId === null ? {} : { 'login-customer-id': digits(customer.loginCustomerId) }),
      },
      json: { query: gaql },
    } as const;
    return request(call, customer.id, details, schema, onAnswered);
  };

  const stream = async <Row>(
    call: PlatformCall,
    customer: CustomerAddress,
    gaql: string,
    row: z.ZodType<Row>,
    onAnswered?: () => void,
  ): Promise<Row[]> => {
    const chunks = await query(call, customer, 'searchStream', gaql, streamAnswer(row), onAnswered);
    return chunks.flatMap((chunk) => chunk.results);
  };

  const readFields = createOptionalFields({
    platform: 'google',
    isUnknownField: ({ providerCode }) => providerCode === unknownFieldCode,
    logger,
  });

  type Select<Row> = {
    fields: QueryFields;
    /** `FROM` and what follows: constants and checked days alone. */
    from: string;
    row: z.ZodType<Row>;
  };

  /** All rows of a query. */
  const select = <Row>(
    call: PlatformCall,
    customer: CustomerAddress,
    { fields, from, row }: Select<Row>,
    onAnswered?: () => void,
  ): Promise<Row[]> =>
    readFields(`${nameOf(from)}: ${fields.required.join(', ')}`, fields, (names) =>
      stream(call, customer, `SELECT ${names.join(', ')} ${from}`, row, onAnswered),
    );

  return {
    select,

    /** Ids of directly accessible customers, without the clients of managers. */
    async listAccessibleCustomerIds(call: PlatformCall): Promise<string[]> {
      const details = {
        endpoint: 'customers:listAccessibleCustomers',
        url: new URL(`${adsUrl}/${googleAdsVersion}/customers:listAccessibleCustomers`),
        headers: authorization(call),
      };
      const { resourceNames } = await request(call, null, details, accessibleCustomers);
      return [...new Set(resourceNames.map((name) => digits(name.replace(/^customers\//, ''))))];
    },

    async readCustomer(call: PlatformCall, id: string): Promise<Customer | undefined> {
      const fields = {
        required: prefixed('customer', customerFields.required),
        optional: prefixed('customer', customerFields.optional),
      };
      const answer = await readFields('customer', fields, (names) => {
        const gaql = `SELECT ${names.join(', ')} FROM customer LIMIT 1`;
        return query(call, { id, loginCustomerId: null }, 'search', gaql, searchAnswer(customerRow));
      });
      return answer.results[0]?.customer;
    },

    /** All accounts below a manager, at any depth, including the manager itself. */
    async listCustomerClients(call: PlatformCall, managerId: string): Promise<CustomerClient[]> {
      const fields = {
        required: prefixed('customer_client', customerFields.required),
        optional: prefixed('customer_client', [...customerFields.optional, 'hidden', 'level']),
      };
      const from = "FROM customer_client WHERE customer_client.status = 'ENABLED'";
      const manager = { id: managerId, loginCustomerId: managerId };
      const rows = await select(call, manager, { fields, from, row: customerClientRow });
      return rows.map((row) => row.customerClient);
    },

    /**
     * One row per ad and day; Google never sends rows with only zero metrics.
     * @param onAnswered called before the answer is parsed
     */
    readAdDays: (
      call: PlatformCall,
      customer: CustomerAddress,
      range: DateRange,
      onAnswered: () => void,
    ): Promise<AdDayRow[]> =>
      select(
        call,
        customer,
        { fields: adFigures, from: `FROM ad_group_ad ${within(range)}`, row: adDayRow },
        onAnswered,
      ),

    /** One row per campaign and day. */
    readCampaignDays: (call: PlatformCall, customer: CustomerAddress, range: DateRange): Promise<CampaignDayRow[]> =>
      select(call, customer, { fields: figures, from: `FROM campaign ${within(range)}`, row: campaignDayRow }),
  };
};

/** The resource of a query, which names it in the log. */
const nameOf = (from: string): string => from.split(' ')[1] ?? from;

const authorization = (call: PlatformCall): Record<string, string> => ({ authorization: `Bearer ${call.accessToken}` });

/** Only valid days may enter the query text. */
export const within = ({ since, until }: DateRange, condition?: string): string => {
  if (!isDay(since) || !isDay(until)) throw new TypeError('a query needs calendar days');
  const conditions = [`segments.date BETWEEN '${since}' AND '${until}'`, ...(condition ? [condition] : [])];
  return `WHERE ${conditions.join(' AND ')} ORDER BY segments.date DESC`;
};

/** Only digits may enter a path or a header. */
const digits = (id: string): string => {
  if (/^\d{1,19}$/.test(id)) return id;
  throw new ProviderError('google', {
    outcome: 'account',
    userMessage: 'This is not the id of a Google Ads account',
    providerCode: 'malformed-customer-id',
  });
};
