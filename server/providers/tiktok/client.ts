import type * as z from 'zod';
import { messages } from '#shared/messages.ts';
import type { Logger } from '../../lib/logger.ts';
import { withRetry } from '../../lib/retry.ts';
import type { PlatformCall } from '../AdPlatform.ts';
import { createBreaker } from '../breaker.ts';
import { fetchFile, judgeStatus, peekJson, readBody, readValue, toText } from '../http.ts';
import type { CallLimits, FileAnswer, ProviderAnswer } from '../http.ts';
import { createPauses } from '../pauses.ts';
import { ProviderError } from '../ProviderError.ts';
import { judgeTikTokCode } from './errors.ts';
import { envelope, listData, nothing } from './types.ts';
import type { PageInfo } from './types.ts';

export const tiktokVersion = 'v1.3';

/** TikTok: the largest page of most lists. */
export const largestPage = 1000;
/** Far beyond what anyone has; a list that does not end by itself is a fault. */
const maxPages = 200;
export const tooManyPagesCode = 'too-many-pages';

/** TikTok: no answer says how long a block lasts; the limit per minute frees after five minutes. */
const throttlesBeforePause = 3;
const pauseMs = 5 * 60_000;

export type TikTokClient = ReturnType<typeof createTikTokClient>;

export type TikTokClientOptions = {
  appId: string;
  appSecret: string;
  apiUrl: string;
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
  signal?: AbortSignal;
};

/** How TikTok's API for Business is spoken to: envelope, codes, throttling, retries, pages. */
export const createTikTokClient = ({ appId, appSecret, apiUrl, logger, limits }: TikTokClientOptions) => {
  const pauses = createPauses('tiktok');
  const guard = createBreaker('tiktok');
  const throttlesInRow = new Map<string, number>();

  const exchange = (request: TikTokRequest): Promise<FileAnswer> => {
    const url = new URL(`${apiUrl}/open_api/${tiktokVersion}${request.path}`);
    url.search = new URLSearchParams(request.parameters).toString();
    const token: Record<string, string> =
      request.accessToken === undefined ? {} : { 'access-token': request.accessToken };
    return fetchFile('tiktok', {
      endpoint: request.path,
      method: request.json ? 'POST' : 'GET',
      url,
      headers: { ...token, ...request.headers },
      json: request.json,
      signal: request.signal,
      logger,
      limits,
    });
  };

  const open = <T>(request: TikTokRequest, answer: ProviderAnswer, schema: z.ZodType<T>): T => {
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

  /** Not sent at all while the endpoint is blocked or only fails. TikTok: limits count per app and endpoint. */
  const guarded = <T>(path: string, run: () => Promise<T>): Promise<T> => {
    pauses.check([path]);
    return guard(path, run);
  };

  const send = async <T>(request: TikTokRequest, schema: z.ZodType<T>): Promise<T> =>
    open(request, toText(await exchange(request)), schema);

  /** Once, whatever comes of it: for what must not happen twice. */
  const once = async <T>(request: TikTokRequest, schema: z.ZodType<T>): Promise<T> =>
    guarded(request.path, () => send(request, schema));

  /** With the person's token, and again when that can help. */
  const patiently = <T>(call: PlatformCall, request: TikTokRequest, schema: z.ZodType<T>): Promise<T> =>
    withRetry(() => once({ ...request, accessToken: call.accessToken, signal: call.signal }, schema), call);

  /** The file that an address answers. TikTok: an error comes as the envelope in its stead. */
  const download = (call: PlatformCall, request: TikTokRequest): Promise<Buffer> =>
    withRetry(
      async () =>
        guarded(request.path, async () => {
          const answer = await exchange({
            ...request,
            headers: { accept: '*/*', ...request.headers },
            accessToken: call.accessToken,
            signal: call.signal,
          });
          if (answer.status === 200 && !beginsLikeJson(answer.bytes)) return answer.bytes;
          open(request, toText(answer), nothing);
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
