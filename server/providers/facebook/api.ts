import { createHmac } from 'node:crypto';
import type * as z from 'zod';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { hashSecret } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import { pause, withRetry } from '../../lib/retry.ts';
import type { PlatformCall } from '../AdPlatform.ts';
import { createBreaker } from '../breaker.ts';
import { callProvider, readBody } from '../http.ts';
import type { CallLimits, ProviderAnswer } from '../http.ts';
import { createPauses } from '../pauses.ts';
import { ProviderError } from '../ProviderError.ts';
import { judgeGraphAnswer, throttleScope } from './errors.ts';
import type { ThrottleScope } from './errors.ts';
import { adAccount, debugAnswer, insight, pageOf, permissionsAnswer, person, removal, tokenAnswer } from './types.ts';
import type { AdAccount, GraphPage, Insight } from './types.ts';
import { readUsage, refusedPercent, shortestBlockMs, spacingMs } from './usage.ts';

/** Meta: the Marketing API drops a version about a year after its release. */
export const graphVersion = 'v26.0';

export type GraphApi = ReturnType<typeof createGraphApi>;

type GraphApiOptions = {
  appId: string;
  appSecret: string;
  graphUrl: string;
  logger?: Logger;
  limits?: Partial<CallLimits>;
};

type GraphRequest = {
  endpoint: string;
  path: string;
  parameters?: Record<string, string>;
  method?: 'GET' | 'DELETE';
  /** With `act_`: who pays for the call. */
  accountId?: string;
};

const insightFields = [
  'ad_id',
  'ad_name',
  'adset_id',
  'adset_name',
  'campaign_id',
  'campaign_name',
  'clicks',
  'impressions',
  'spend',
  'inline_link_clicks',
  'actions',
];

/** The calls of the product to the Graph API, with retries, proofs and respect for the usage headers. */
export const createGraphApi = ({ appId, appSecret, graphUrl, logger, limits }: GraphApiOptions) => {
  const pauses = createPauses('facebook');
  const guard = createBreaker('facebook');
  /** Last seen usage per ad account or person, where it was high enough to slow down. */
  const highUsage = new Map<string, number>();
  const appToken = `${appId}|${appSecret}`;

  const addressOf = (path: string, parameters: Record<string, string>): URL => {
    const url = new URL(`${graphUrl}/${graphVersion}/${path}`);
    url.search = new URLSearchParams(parameters).toString();
    return url;
  };

  const proofOf = (token: string): string => createHmac('sha256', appSecret).update(token).digest('hex');

  /** Remembers what the usage headers say, for the calls to come. */
  const noteUsage = (answer: ProviderAnswer, keys: Record<ThrottleScope, string>, payer: ThrottleScope): void => {
    const usage = readUsage(answer.headers);
    const blockMs = Math.max(usage.regainMs, shortestBlockMs);
    if (usage.percent >= refusedPercent) pauses.pause(keys[payer], blockMs);
    if (usage.appPercent >= refusedPercent) pauses.pause(keys.app, blockMs);
    const percent = Math.max(usage.percent, usage.appPercent);
    if (spacingMs(percent, 'background') > 0) highUsage.set(keys[payer], percent);
    else highUsage.delete(keys[payer]);
  };

  /** A call with a person's token. */
  const request = <T>(call: PlatformCall, details: GraphRequest, schema: z.ZodType<T>): Promise<T> => {
    const payer: ThrottleScope = details.accountId === undefined ? 'person' : 'account';
    const personKey = `person:${hashSecret(call.accessToken)}`;
    const accountKey = details.accountId === undefined ? personKey : `account:${details.accountId}`;
    const keys = { app: 'app', person: personKey, account: accountKey };
    const run = async (): Promise<T> => {
      const answer = await callProvider('facebook', {
        endpoint: details.endpoint,
        method: details.method ?? 'GET',
        // The token travels in the header: addresses end up in logs of whatever stands in between.
        url: addressOf(details.path, { ...details.parameters, appsecret_proof: proofOf(call.accessToken) }),
        headers: { authorization: `Bearer ${call.accessToken}` },
        signal: call.signal,
        logger,
        limits,
      });
      noteUsage(answer, keys, payer);
      if (answer.status === 200) return readBody('facebook', answer, schema);
      const error = judgeGraphAnswer(answer, details.accountId !== undefined);
      if (error.outcome === 'wait') pauses.pause(keys[throttleScope(error)], error.retryAfterMs ?? shortestBlockMs);
      throw error;
    };
    return withRetry(
      async () => {
        pauses.check(Object.values(keys));
        const delayMs = spacingMs(highUsage.get(keys[payer]) ?? 0, call.patience);
        if (delayMs > 0) await pause(delayMs, call.signal);
        return guard(details.endpoint, run);
      },
      { patience: call.patience, signal: call.signal },
    );
  };

  /** A call of the app itself, which has no person's token yet. */
  const askAsApp = async <T>(
    endpoint: string,
    path: string,
    parameters: Record<string, string>,
    schema: z.ZodType<T>,
  ): Promise<T> => {
    const answer = await callProvider('facebook', { endpoint, url: addressOf(path, parameters), logger, limits });
    if (answer.status !== 200) throw judgeGraphAnswer(answer, false);
    return readBody('facebook', answer, schema);
  };

  const client = { client_id: appId, client_secret: appSecret };

  return {
    /** The code works once, so the exchange is never repeated by itself. */
    exchangeCode: (code: string, redirectUri: string) =>
      askAsApp(
        'oauth/access_token (code)',
        'oauth/access_token',
        { ...client, redirect_uri: redirectUri, code },
        tokenAnswer,
      ),

    /** A token of about 60 days for a short-lived one. */
    extendToken(shortToken: string) {
      const parameters = { ...client, grant_type: 'fb_exchange_token', fb_exchange_token: shortToken };
      return patiently(() => askAsApp('oauth/access_token (extend)', 'oauth/access_token', parameters, tokenAnswer));
    },

    /** Unix seconds at which the token ends; 0 is never. */
    async readTokenEnd(token: string): Promise<number | undefined> {
      const parameters = { input_token: token, access_token: appToken, appsecret_proof: proofOf(appToken) };
      const { data } = await patiently(() => askAsApp('debug_token', 'debug_token', parameters, debugAnswer));
      return data.expires_at;
    },

    readPerson: (call: PlatformCall) =>
      request(call, { endpoint: 'me', path: 'me', parameters: { fields: 'id,name' } }, person),

    async listGrantedPermissions(call: PlatformCall): Promise<string[]> {
      const { data } = await request(call, { endpoint: 'me/permissions', path: 'me/permissions' }, permissionsAnswer);
      return data.filter(({ status }) => status === 'granted').map(({ permission }) => permission);
    },

    /** Meta: removes the app from the person, and with it every token of the grant. */
    async removeApp(call: PlatformCall): Promise<void> {
      const details = { endpoint: 'me/permissions (delete)', path: 'me/permissions', method: 'DELETE' } as const;
      await request(call, details, removal);
    },

    readAdAccounts: (call: PlatformCall, after: string | null): Promise<GraphPage<AdAccount>> =>
      request(
        call,
        {
          endpoint: 'me/adaccounts',
          path: 'me/adaccounts',
          parameters: { fields: 'id,name,currency,timezone_name', limit: '100', ...(after === null ? {} : { after }) },
        },
        pageOf(adAccount),
      ),

    /** One row per ad and day. @param accountId with `act_` */
    readInsights: (
      call: PlatformCall,
      accountId: string,
      range: DateRange,
      limit: number,
      after: string | null,
    ): Promise<GraphPage<Insight>> =>
      request(
        call,
        {
          endpoint: 'act/insights',
          path: `${checkedAccountId(accountId)}/insights`,
          accountId,
          parameters: {
            level: 'ad',
            time_increment: '1',
            time_range: JSON.stringify(range),
            fields: insightFields.join(','),
            limit: String(limit),
            ...(after === null ? {} : { after }),
          },
        },
        pageOf(insight),
      ),
  };
};

/** For calls of the app itself, which are made while a person waits. */
const patiently = <T>(run: () => Promise<T>): Promise<T> => withRetry(run, { patience: 'interactive' });

/** Only a well-formed id becomes part of a path. */
const checkedAccountId = (accountId: string): string => {
  if (/^act_\d{1,30}$/.test(accountId)) return accountId;
  throw new ProviderError('facebook', {
    outcome: 'account',
    userMessage: 'This is not the id of a Facebook ad account',
    providerCode: 'malformed-account-id',
  });
};
