import type * as z from 'zod';
import { messages } from '#shared/messages.ts';
import { hashSecret } from '../../lib/ids.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { withRetry } from '#server/providers/calls/retry.ts';
import type { Patience } from '#server/providers/calls/retry.ts';
import type { PlatformCall } from '../calls/PlatformCall.ts';
import { createBreaker } from '../calls/breaker.ts';
import type { GuardedCall } from '../calls/breaker.ts';
import { createLocalBudget } from '../calls/callBudget.ts';
import type { CallBudget, Rate } from '../calls/callBudget.ts';
import { fetchFile, judgeStatus, peekJson, readBody, readValue, toText } from '../calls/http.ts';
import type { CallLimits, FileAnswer, ProviderAnswer } from '../calls/http.ts';
import { createOptionalFields } from '../calls/optionalFields.ts';
import { createPacer } from '../calls/pacer.ts';
import { ProviderError } from '../ProviderError.ts';
import { invalidParameterCode, isAppThrottle, judgeTikTokCode } from './errors.ts';
import { envelope, listData, nothing } from './types.ts';
import type { PageInfo } from './types.ts';

export const tiktokVersion = 'v1.3';

/** TikTok: largest page size of most lists. */
export const largestPage = 1000;
/** Far beyond real data; a list that never ends is a fault. */
const maxPages = 200;
export const tooManyPagesCode = 'too-many-pages';

/**
 * TikTok: responses do not say which limit was hit. The per-second limit clears after a second, the per-minute limit
 * after five minutes. So a third consecutive refusal means the per-minute limit.
 */
const holdsMs = [1_000, 2_000, 5 * 60_000];

/** TikTok: limits count per app and endpoint. A Basic app may make 10 calls per second. */
export const defaultCallsPerSecond = 10;

/** Leaves a margin: calls do not arrive as evenly as they are sent. */
const rateFor = (callsPerSecond: number): Rate => ({
  gapMs: Math.ceil(1_000 / (callsPerSecond * 0.8)),
  burst: Math.max(1, Math.floor(callsPerSecond * 0.1)),
});

export type TikTokClient = ReturnType<typeof createTikTokClient>;

export type TikTokClientOptions = {
  appId: string;
  appSecret: string;
  apiUrl: string;
  callsPerSecond?: number;
  budget?: CallBudget;
  logger?: Logger;
  limits?: Partial<CallLimits>;
};

export type TikTokRequest = {
  /** Path below the version, with the trailing slash that TikTok requires (else 404); also the name in the log. */
  path: string;
  parameters?: Record<string, string>;
  json?: Record<string, unknown>;
  headers?: Record<string, string>;
  accessToken?: string;
  /** The call names an advertiser: a refusal concerns only that one. */
  isAccountCall?: boolean;
  /** Default: interactive. */
  patience?: Patience;
  signal?: AbortSignal;
};

/** A response, and the consecutive refusals known when the call was made. */
type Exchanged = { answer: FileAnswer; strikes: number };

/** Client of TikTok's API for Business: envelope, codes, throttling, retries, pages. */
export const createTikTokClient = ({
  appId,
  appSecret,
  apiUrl,
  callsPerSecond = defaultCallsPerSecond,
  budget = createLocalBudget(),
  logger,
  limits,
}: TikTokClientOptions) => {
  const pacer = createPacer('tiktok', budget);
  const guard = createBreaker('tiktok');
  const rate = rateFor(callsPerSecond);

  const exchange = async (request: TikTokRequest): Promise<Exchanged> => {
    const { path, patience = 'interactive', signal } = request;
    const payer = request.accessToken === undefined ? 'app' : hashSecret(request.accessToken);
    const strikes = await pacer.takeTurn({ key: path, payer, rate, patience, signal });
    const url = new URL(`${apiUrl}/open_api/${tiktokVersion}${path}`);
    url.search = new URLSearchParams(request.parameters).toString();
    const token: Record<string, string> =
      request.accessToken === undefined ? {} : { 'access-token': request.accessToken };
    const answer = await fetchFile('tiktok', {
      endpoint: path,
      method: request.json ? 'POST' : 'GET',
      url,
      headers: { ...token, ...request.headers },
      json: request.json,
      signal,
      logger,
      limits,
    });
    return { answer, strikes };
  };

  const open = async <T>(
    request: TikTokRequest,
    { answer, strikes }: { answer: ProviderAnswer; strikes: number },
    schema: z.ZodType<T>,
  ): Promise<T> => {
    const { code, message, data, request_id: requestId } = readEnvelope(answer);
    if (isAppThrottle(code)) await pacer.throttled(request.path, strikes, holdsMs);
    else await pacer.succeeded(request.path, strikes);
    if (code === 0) return readValue('tiktok', answer, data, schema);
    throw judgeTikTokCode(answer, { code, message, requestId }, request.isAccountCall ?? false);
  };

  const send = async <T>(request: TikTokRequest, schema: z.ZodType<T>): Promise<T> => {
    const { answer, strikes } = await exchange(request);
    return open(request, { answer: toText(answer), strikes }, schema);
  };

  /** One attempt only, for calls that must not happen twice. */
  const once = async <T>(request: TikTokRequest, schema: z.ZodType<T>): Promise<T> =>
    guard(guardedCallOf(request), () => send(request, schema));

  /** Uses the person's token, with retries. */
  const patiently = <T>(call: PlatformCall, request: TikTokRequest, schema: z.ZodType<T>): Promise<T> =>
    withRetry(() => once({ ...request, ...call }, schema), call);

  /** Downloads a file. TikTok: sends errors as the envelope instead. */
  const download = (call: PlatformCall, request: TikTokRequest): Promise<Buffer> =>
    withRetry(
      () =>
        guard(guardedCallOf({ ...request, ...call }), async () => {
          const headers = { accept: '*/*', ...request.headers };
          const { answer, strikes } = await exchange({ ...request, ...call, headers });
          if (answer.status === 200 && !beginsLikeJson(answer.bytes)) {
            await pacer.succeeded(request.path, strikes);
            return answer.bytes;
          }
          await open(request, { answer: toText(answer), strikes }, nothing);
          throw unexpectedEnvelope(answer);
        }),
      call,
    );

  /** All pages of a list. */
  const getAll = <Item>(
    call: PlatformCall,
    path: string,
    parameters: Record<string, string>,
    item: z.ZodType<Item>,
    pageSize = largestPage,
  ): Promise<Item[]> =>
    collectPages(pageSize, async (paging) => {
      const request = { path, parameters: { ...parameters, ...paging }, isAccountCall: true };
      const { list, page_info: pageInfo } = await patiently(call, request, listData(item));
      return { items: list, pageInfo };
    });

  const readFields = createOptionalFields({
    platform: 'tiktok',
    isUnknownField: ({ providerCode }) => providerCode === invalidParameterCode,
    logger,
  });

  return { app: { app_id: appId, secret: appSecret }, send, once, patiently, download, getAll, readFields };
};

/** A call without an advertiser concerns the token's person or the app. */
const guardedCallOf = ({ path, parameters, json, accessToken }: TikTokRequest): GuardedCall => {
  const advertiserId = parameters?.['advertiser_id'] ?? json?.['advertiser_id'];
  if (typeof advertiserId === 'string') return { endpoint: path, account: advertiserId };
  return { endpoint: path, account: accessToken === undefined ? 'app' : hashSecret(accessToken) };
};

/** TikTok: pages count from 1; there are no cursors. */
export const collectPages = async <Item>(
  pageSize: number,
  readPage: (paging: { page: string; page_size: string }) => Promise<{ items: Item[]; pageInfo: PageInfo }>,
): Promise<Item[]> => {
  const pages: Item[][] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const { items, pageInfo } = await readPage({ page: String(page), page_size: String(pageSize) });
    pages.push(items);
    if (page >= pageInfo.total_page) return pages.flat();
  }
  throw new ProviderError('tiktok', {
    outcome: 'account',
    userMessage: 'This TikTok ad account holds more than can be read',
    providerCode: tooManyPagesCode,
  });
};

const readEnvelope = (answer: ProviderAnswer): z.infer<typeof envelope> => {
  // Errors of the edge in front of the API are HTML or plain text with their own HTTP status.
  if (answer.status !== 200 && !envelope.safeParse(peekJson(answer)).success) throw judgeStatus('tiktok', answer);
  return readBody('tiktok', answer, envelope);
};

const beginsLikeJson = (bytes: Buffer): boolean =>
  bytes
    .subarray(0, 64)
    .toString('utf8')
    .replace(/^[\uFEFF\s]+/, '')
    .startsWith('{');

const unexpectedEnvelope = (answer: FileAnswer): ProviderError =>
  new ProviderError('tiktok', {
    outcome: 'retry',
    userMessage: messages.platform.unavailable('tiktok'),
    status: answer.status,
    providerCode: 'no-file',
    requestId: answer.requestId,
  });

/** @throws ProviderError for an invalid id, which must not get into a request */
export const checkedId = (advertiserId: string): string => {
  if (/^\d{1,30}$/.test(advertiserId)) return advertiserId;
  throw new ProviderError('tiktok', {
    outcome: 'account',
    userMessage: 'This is not the id of a TikTok ad account',
    providerCode: 'malformed-advertiser-id',
  });
};
