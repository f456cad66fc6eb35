import type * as z from 'zod';
import { messages } from '#shared/messages.ts';
import { hashSecret } from '../../lib/ids.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { withRetry } from '#server/providers/retry.ts';
import type { Patience } from '#server/providers/retry.ts';
import type { PlatformCall } from '../AdPlatform.ts';
import { createBreaker } from '../breaker.ts';
import type { GuardedCall } from '../breaker.ts';
import { createLocalBudget } from '../callBudget.ts';
import type { CallBudget, Rate } from '../callBudget.ts';
import { fetchFile, judgeStatus, peekJson, readBody, readValue, toText } from '../http.ts';
import type { CallLimits, FileAnswer, ProviderAnswer } from '../http.ts';
import { createPacer } from '../pacer.ts';
import { ProviderError } from '../ProviderError.ts';
import { isAppThrottle, judgeTikTokCode } from './errors.ts';
import { envelope, listData, nothing } from './types.ts';
import type { PageInfo } from './types.ts';

export const tiktokVersion = 'v1.3';

/** TikTok: the largest page of most lists. */
export const largestPage = 1000;
/** Far beyond what anyone has; a list that does not end by itself is a fault. */
const maxPages = 200;
export const tooManyPagesCode = 'too-many-pages';

/**
 * TikTok: no answer says which limit was hit. The limit per second frees after a second, the limit per minute after five
 * minutes. So the third refusal in a row means the limit per minute.
 */
const holdsMs = [1_000, 2_000, 5 * 60_000];

/** TikTok: limits count per app and endpoint. An app of the level Basic may make 10 calls a second. */
export const defaultCallsPerSecond = 10;

/** Some room is left: calls do not arrive as evenly as they are sent. */
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
  /** Path below the version with the slash at the end, without which TikTok answers 404; also the name in the log. */
  path: string;
  parameters?: Record<string, string>;
  json?: Record<string, unknown>;
  headers?: Record<string, string>;
  accessToken?: string;
  /** The call names an advertiser: a refusal is about that one alone. */
  isAccountCall?: boolean;
  /** Without it, a person waits. */
  patience?: Patience;
  signal?: AbortSignal;
};

/** An answer, and the refusals in a row that were known when the call was made. */
type Exchanged = { answer: FileAnswer; strikes: number };

/** How TikTok's API for Business is spoken to: envelope, codes, throttling, retries, pages. */
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
    const strikes = await pacer.takeTurn({ key: path, rate, patience, signal });
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
    const { code, data, request_id: requestId } = readEnvelope(answer);
    if (isAppThrottle(code)) await pacer.throttled(request.path, strikes, holdsMs);
    else await pacer.succeeded(request.path, strikes);
    if (code === 0) return readValue('tiktok', answer, data, schema);
    throw judgeTikTokCode(answer, { code, requestId }, request.isAccountCall ?? false);
  };

  const send = async <T>(request: TikTokRequest, schema: z.ZodType<T>): Promise<T> => {
    const { answer, strikes } = await exchange(request);
    return open(request, { answer: toText(answer), strikes }, schema);
  };

  /** Once, whatever comes of it: for what must not happen twice. */
  const once = async <T>(request: TikTokRequest, schema: z.ZodType<T>): Promise<T> =>
    guard(guardedCallOf(request), () => send(request, schema));

  /** With the person's token, and again when that can help. */
  const patiently = <T>(call: PlatformCall, request: TikTokRequest, schema: z.ZodType<T>): Promise<T> =>
    withRetry(() => once({ ...request, ...call }, schema), call);

  /** The file that an address answers. TikTok: an error comes as the envelope in its stead. */
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

  return { app: { app_id: appId, secret: appSecret }, send, once, patiently, download, getAll };
};

/** A call without an advertiser is about the person whose token it takes, or about the app. */
const guardedCallOf = ({ path, parameters, json, accessToken }: TikTokRequest): GuardedCall => {
  const advertiserId = parameters?.['advertiser_id'] ?? json?.['advertiser_id'];
  if (typeof advertiserId === 'string') return { endpoint: path, account: advertiserId };
  return { endpoint: path, account: accessToken === undefined ? 'app' : hashSecret(accessToken) };
};

/** TikTok: pages are counted from 1, there are no cursors. */
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
  // Errors of the edge before the API come as HTML or plain text with an HTTP status of their own.
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

/** @throws ProviderError for what is no id and must not get into a request */
export const checkedId = (advertiserId: string): string => {
  if (/^\d{1,30}$/.test(advertiserId)) return advertiserId;
  throw new ProviderError('tiktok', {
    outcome: 'account',
    userMessage: 'This is not the id of a TikTok ad account',
    providerCode: 'malformed-advertiser-id',
  });
};
