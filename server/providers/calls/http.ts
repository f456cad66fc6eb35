import type * as z from 'zod';
import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { countProviderCall } from '#server/metrics/counters.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { ProviderError } from '../ProviderError.ts';
import type { ProviderOutcome } from '../ProviderError.ts';

export type CallLimits = {
  /** Limit until the response headers arrive. */
  firstByteMs: number;
  /** Limit for the whole call, including the body. */
  totalMs: number;
  /** Limit of the body in bytes; exceeding it gives the outcome `split`. */
  maxBytes: number;
};

export const defaultCallLimits: CallLimits = { firstByteMs: 10_000, totalMs: 60_000, maxBytes: 32 * 1024 * 1024 };

export type ProviderRequest = {
  /** Name of the call for the log, e.g. `insights`. Never the URL: URLs contain tokens and secrets. */
  endpoint: string;
  url: URL;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  /** Body as form fields or JSON; at most one of the three. */
  form?: Record<string, string>;
  json?: unknown;
  /** JSON that is already serialized. */
  jsonText?: string;
  signal?: AbortSignal;
  limits?: Partial<CallLimits>;
  logger?: Logger;
};

export type ProviderAnswer = {
  /** Of the request, for logs and errors. */
  endpoint: string;
  status: number;
  headers: Headers;
  text: string;
  /** Id for the provider's support, if a header has one. */
  requestId: string | undefined;
};

const requestIdHeaders = ['request-id', 'x-fb-request-id', 'x-tt-logid'];

/** A response that may be a binary file. */
export type FileAnswer = Omit<ProviderAnswer, 'text'> & { bytes: Buffer };

/**
 * One HTTP call to a platform, without retries. Returns any status; the caller interprets it.
 * @throws ProviderError `retry` when the response was incomplete (network, timeout, cut body), `split` when it is too
 * large
 * @throws the reason of `signal` when the caller canceled
 */
export const callProvider = async (platform: PlatformId, request: ProviderRequest): Promise<ProviderAnswer> =>
  toText(await fetchFile(platform, request));

export const toText = ({ bytes, ...answer }: FileAnswer): ProviderAnswer => ({
  ...answer,
  text: bytes.toString('utf8'),
});

/** The same for a file, as unchanged bytes. */
export const fetchFile = async (platform: PlatformId, request: ProviderRequest): Promise<FileAnswer> => {
  const startedAt = performance.now();
  const log = (level: 'debug' | 'warn', fields: Record<string, unknown>): void => {
    const ms = Math.round(performance.now() - startedAt);
    request.logger?.[level]({ area: 'provider', platform, endpoint: request.endpoint, ms, ...fields }, 'provider call');
  };
  const count = (result: Parameters<typeof countProviderCall>[2]): void =>
    countProviderCall(platform, request.endpoint, result, (performance.now() - startedAt) / 1000);
  try {
    const answer = await exchange(platform, request);
    count(answer.status);
    log(answer.status < 400 ? 'debug' : 'warn', { status: answer.status, requestId: answer.requestId });
    return answer;
  } catch (error) {
    count(request.signal?.aborted ? 'cancelled' : 'no_answer');
    request.signal?.throwIfAborted();
    if (error instanceof ProviderError) {
      log('warn', { status: error.status, fault: error.providerCode ?? error.outcome });
      throw error;
    }
    // fetch's own error is dropped: its cause can quote the URL, and with it tokens.
    log('warn', { fault: faultName(error) });
    throw new ProviderError(platform, {
      outcome: 'retry',
      userMessage: messages.platform.unavailable(platform),
      providerCode: faultName(error),
    });
  }
};

const exchange = async (platform: PlatformId, request: ProviderRequest): Promise<FileAnswer> => {
  const limits = { ...defaultCallLimits, ...request.limits };
  const timeout = new AbortController();
  const stop = (): void => timeout.abort(new DOMException('no answer in time', 'TimeoutError'));
  const firstByteTimer = setTimeout(stop, limits.firstByteMs);
  const totalTimer = setTimeout(stop, limits.totalMs);
  try {
    const response = await fetch(request.url, {
      method: request.method ?? 'GET',
      headers: { accept: 'application/json', ...request.headers, ...contentType(request) },
      body: bodyOf(request),
      // A redirect would send the token to an arbitrary host.
      redirect: 'manual',
      signal: request.signal ? AbortSignal.any([request.signal, timeout.signal]) : timeout.signal,
    });
    clearTimeout(firstByteTimer);
    const bytes = await readBytes(platform, response, limits.maxBytes).catch((error: unknown) => {
      throw error instanceof ProviderError ? error : cutAnswer(platform, response.status, faultName(error));
    });
    return {
      endpoint: request.endpoint,
      status: response.status,
      headers: response.headers,
      bytes,
      requestId:
        requestIdHeaders.map((name) => response.headers.get(name)).find((value) => value !== null) ?? undefined,
    };
  } finally {
    clearTimeout(firstByteTimer);
    clearTimeout(totalTimer);
  }
};

const cutAnswer = (platform: PlatformId, status: number, providerCode: string): ProviderError =>
  new ProviderError(platform, {
    outcome: 'retry',
    userMessage: `${platformNames[platform]} sent an incomplete answer. Please try again later.`,
    status,
    providerCode,
    isAnswered: status < 500,
  });

const contentType = ({ form, json, jsonText }: ProviderRequest): Record<string, string> => {
  if (form) return { 'content-type': 'application/x-www-form-urlencoded' };
  return json === undefined && jsonText === undefined ? {} : { 'content-type': 'application/json' };
};

const bodyOf = ({ form, json, jsonText }: ProviderRequest): string | undefined => {
  if (form) return new URLSearchParams(form).toString();
  return json === undefined ? jsonText : JSON.stringify(json);
};

const readBytes = async (platform: PlatformId, response: Response, maxBytes: number): Promise<Buffer> => {
  if (!response.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw new ProviderError(platform, {
        outcome: 'split',
        userMessage: 'The answer is too large. Please choose a shorter range.',
        status: response.status,
        providerCode: 'answer-too-large',
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** A short name such as `ECONNREFUSED` or `TimeoutError`, free of addresses. */
const faultName = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const cause: unknown = error.cause;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return error.name;
};

/** The body as JSON; undefined if invalid. */
export const peekJson = (answer: ProviderAnswer): unknown => {
  try {
    const value: unknown = JSON.parse(answer.text);
    return value;
  } catch {
    return undefined;
  }
};

/**
 * Parses the body with a schema. HTML, truncated JSON, an empty 200 or an unexpected shape are mostly temporary faults
 * of the provider's edge.
 * @throws ProviderError `retry`
 */
export const readBody = <T>(platform: PlatformId, answer: ProviderAnswer, schema: z.ZodType<T>): T =>
  readValue(platform, answer, peekJson(answer), schema);

/** The same for a part of the body. */
export const readValue = <T>(platform: PlatformId, answer: ProviderAnswer, value: unknown, schema: z.ZodType<T>): T => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  // Field paths only: values may be personal data.
  const where = parsed.error.issues.map((issue) => issue.path.join('.') || 'body').slice(0, 3);
  throw new ProviderError(platform, {
    outcome: 'retry',
    userMessage: `${platformNames[platform]} sent an answer that cannot be read. Please try again later.`,
    status: answer.status,
    isAnswered: true,
    providerCode: `unreadable-answer ${answer.endpoint}: ${where.join(', ')}`,
    requestId: answer.requestId,
  });
};

/** Classifies an error response outside the provider's own error format, e.g. a proxy error page. */
export const judgeStatus = (platform: PlatformId, answer: ProviderAnswer): ProviderError => {
  const { status, requestId } = answer;
  const [outcome, userMessage] = judge(platform, status);
  return new ProviderError(platform, {
    outcome,
    userMessage,
    status,
    providerCode: `http-${status}`,
    requestId,
    retryAfterMs: outcome === 'wait' || outcome === 'retry' ? readRetryAfter(answer.headers) : undefined,
    isAnswered: status < 300,
  });
};

const judge = (platform: PlatformId, status: number): [ProviderOutcome, string] => {
  if (status === 429) return ['wait', messages.platform.throttled(platform)];
  if (status >= 500 || status === 408 || status < 300) return ['retry', messages.platform.unavailable(platform)];
  if (status === 401) return ['token-rejected', messages.connections.reconnect(platform)];
  // A redirect, a retired version or a wrong URL: a retry changes nothing.
  return ['fail', `${platformNames[platform]} rejected our request`];
};

/** `Retry-After` in milliseconds; the header holds seconds or a date. */
export const readRetryAfter = (headers: Headers, now: number = Date.now()): number | undefined => {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
};
