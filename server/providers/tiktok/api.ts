import type * as z from 'zod';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { Logger } from '../../lib/logger.ts';
import { withRetry } from '../../lib/retry.ts';
import type { PlatformCall } from '../AdPlatform.ts';
import { createBreaker } from '../breaker.ts';
import { callProvider, judgeStatus, peekJson, readBody, readValue } from '../http.ts';
import type { CallLimits, ProviderAnswer } from '../http.ts';
import { createPauses } from '../pauses.ts';
import { ProviderError } from '../ProviderError.ts';
import { judgeTikTokCode } from './errors.ts';
import {
  advertiserDetailsData,
  advertisersData,
  campaign,
  campaignFields,
  envelope,
  figureNames,
  listData,
  nothing,
  reportRow,
  tokenData,
} from './types.ts';
import type { AdvertiserDetails, Campaign, ReportRow } from './types.ts';

export const tiktokVersion = 'v1.3';

/** TikTok: the largest page of campaigns and reports, and the most ids of one details call. */
const pageSize = 1000;
export const maxAdvertisersPerCall = 100;
/** Far beyond what anyone has; a list that does not end by itself is a fault. */
const maxPages = 200;

/** TikTok: no answer says how long a block lasts; the limit per minute frees after five minutes. */
const throttlesBeforePause = 3;
const pauseMs = 5 * 60_000;

export type TikTokApi = ReturnType<typeof createTikTokApi>;

export type TikTokApiOptions = {
  appId: string;
  appSecret: string;
  apiUrl: string;
  logger?: Logger;
  limits?: Partial<CallLimits>;
};

type TikTokRequest = {
  /** Path below the version with the slash at the end, without which TikTok answers 404; also the name in the log. */
  path: string;
  parameters?: Record<string, string>;
  json?: Record<string, string>;
  accessToken?: string;
  isAccountCall?: boolean;
  signal?: AbortSignal;
};

/** The calls of the product to TikTok's API for Business, with retries. */
export const createTikTokApi = ({ appId, appSecret, apiUrl, logger, limits }: TikTokApiOptions) => {
  const pauses = createPauses('tiktok');
  const guard = createBreaker('tiktok');
  const throttlesInRow = new Map<string, number>();
  const app = { app_id: appId, secret: appSecret };

  const send = async <T>(request: TikTokRequest, schema: z.ZodType<T>): Promise<T> => {
    const url = new URL(`${apiUrl}/open_api/${tiktokVersion}${request.path}`);
    url.search = new URLSearchParams(request.parameters).toString();
    const answer = await callProvider('tiktok', {
      endpoint: request.path,
      method: request.json ? 'POST' : 'GET',
      url,
      headers: request.accessToken === undefined ? {} : { 'access-token': request.accessToken },
      json: request.json,
      signal: request.signal,
      logger,
      limits,
    });
    const { code, data, request_id: requestId } = readEnvelope(answer);
    if (code === 0) {
      throttlesInRow.delete(request.path);
      return readValue('tiktok', answer, data, schema);
    }
    const error = judgeTikTokCode(answer, { code, requestId }, request.isAccountCall ?? false);
    if (error.outcome === 'wait') noteThrottle(request.path);
    throw error;
  };

  const noteThrottle = (path: string): void => {
    const count = (throttlesInRow.get(path) ?? 0) + 1;
    throttlesInRow.set(path, count);
    if (count < throttlesBeforePause) return;
    throttlesInRow.delete(path);
    pauses.pause(path, pauseMs);
  };

  const get = <T>(
    call: PlatformCall,
    path: string,
    parameters: Record<string, string>,
    isAccountCall: boolean,
    schema: z.ZodType<T>,
  ): Promise<T> => {
    const request = { path, parameters, accessToken: call.accessToken, isAccountCall, signal: call.signal };
    return withRetry(
      () => {
        // TikTok: limits count per app and endpoint; a blocked endpoint leaves the others free.
        pauses.check([path]);
        return guard(path, () => send(request, schema));
      },
      { patience: call.patience, signal: call.signal },
    );
  };

  /** All pages of a list. TikTok: pages are counted from 1, there are no cursors. */
  const getAll = async <Item>(
    call: PlatformCall,
    path: string,
    parameters: Record<string, string>,
    item: z.ZodType<Item>,
  ): Promise<Item[]> => {
    const items: Item[][] = [];
    for (let page = 1; page <= maxPages; page += 1) {
      const paged = { ...parameters, page: String(page), page_size: String(pageSize) };
      const { list, page_info: pageInfo } = await get(call, path, paged, true, listData(item));
      items.push(list);
      if (page >= pageInfo.total_page) return items.flat();
    }
    throw tooManyPages();
  };

  return {
    /** TikTok: the code works once, so the exchange is never repeated by itself. */
    exchangeCode: (authCode: string) =>
      send({ path: '/oauth2/access_token/', json: { ...app, auth_code: authCode } }, tokenData),

    revokeToken: (accessToken: string) =>
      withRetry(() => send({ path: '/oauth2/revoke_token/', json: { ...app, access_token: accessToken } }, nothing), {
        patience: 'interactive',
      }),

    /** The advertisers that the token reaches, with their names. */
    async listAdvertisers(call: PlatformCall): Promise<{ id: string; name: string }[]> {
      const { list } = await get(call, '/oauth2/advertiser/get/', app, false, advertisersData);
      return list.map((each) => ({ id: each.advertiser_id, name: each.advertiser_name }));
    },

    /** @param ids at most `maxAdvertisersPerCall` */
    async readAdvertisers(call: PlatformCall, ids: readonly string[]): Promise<AdvertiserDetails[]> {
      const fields = ['advertiser_id', 'name', 'currency', 'timezone', 'display_timezone'];
      const parameters = { advertiser_ids: JSON.stringify(ids), fields: JSON.stringify(fields) };
      const { list } = await get(call, '/advertiser/info/', parameters, true, advertiserDetailsData);
      return list;
    },

    listCampaigns: (call: PlatformCall, advertiserId: string): Promise<Campaign[]> =>
      getAll(
        call,
        '/campaign/get/',
        { advertiser_id: checkedId(advertiserId), fields: JSON.stringify(campaignFields) },
        campaign,
      ),

    /** One row per campaign over the whole span. TikTok: without days, a span has at most 365 of them. */
    readReport: (call: PlatformCall, advertiserId: string, { since, until }: DateRange): Promise<ReportRow[]> =>
      getAll(
        call,
        '/report/integrated/get/',
        {
          advertiser_id: checkedId(advertiserId),
          service_type: 'AUCTION',
          report_type: 'BASIC',
          data_level: 'AUCTION_CAMPAIGN',
          dimensions: JSON.stringify(['campaign_id']),
          metrics: JSON.stringify(figureNames),
          start_date: since,
          end_date: until,
        },
        reportRow,
      ),
  };
};

const readEnvelope = (answer: ProviderAnswer): z.infer<typeof envelope> => {
  // Errors of the edge before the API come as HTML or plain text with an HTTP status of their own.
  if (answer.status !== 200 && !envelope.safeParse(peekJson(answer)).success) throw judgeStatus('tiktok', answer);
  return readBody('tiktok', answer, envelope);
};

const checkedId = (advertiserId: string): string => {
  if (/^\d{1,30}$/.test(advertiserId)) return advertiserId;
  throw new ProviderError('tiktok', {
    outcome: 'account',
    userMessage: 'This is not the id of a TikTok ad account',
    providerCode: 'malformed-advertiser-id',
  });
};

const tooManyPages = (): ProviderError =>
  new ProviderError('tiktok', {
    outcome: 'account',
    userMessage: 'This TikTok ad account has more campaigns than can be read',
    providerCode: 'too-many-pages',
  });
