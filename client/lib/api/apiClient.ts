import { apiBase, fillPath, workspaceHeader } from '#shared/contracts/endpoint.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { ApiError } from './ApiError.ts';
import { logError } from '#client/lib/log.ts';
import { session } from './session.ts';

type CallOptions<Body, Query, Params> = {
  /** A `Blob` is sent unchanged, for JSON that is too large to serialize on the page's thread. */
  body?: Body | Blob;
  query?: Query;
  params?: Params;
  /** Override the client's own headers. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

const entriesOf = (values: unknown): [string, string][] =>
  typeof values === 'object' && values !== null
    ? Object.entries(values).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, String(value)] satisfies [string, string]],
      )
    : [];

const joinUrl = (base: string, path: string): string => `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;

const buildUrl = (path: string, params: unknown, query: unknown): string => {
  const search = new URLSearchParams(entriesOf(query)).toString();
  const url = joinUrl(apiBase, fillPath(path, Object.fromEntries(entriesOf(params))));
  return search === '' ? url : `${url}?${search}`;
};

/** A smaller `Blob` is sent as text, because browser tools can show text but not a `Blob`. */
const textBodyBytes = 1024 * 1024;

const serialize = (body: unknown): string | Blob | undefined =>
  body === undefined || body instanceof Blob ? body : JSON.stringify(body);

const buildRequest = (
  method: string,
  body: string | Blob | undefined,
  token: string,
  options: CallOptions<unknown, unknown, unknown>,
): RequestInit => {
  const headers = new Headers({ Accept: 'application/json' });
  if (token !== '') headers.set('Authorization', `Bearer ${token}`);
  const workspaceId = session.readWorkspaceId();
  if (token !== '' && workspaceId !== null) headers.set(workspaceHeader, workspaceId);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  return { method, headers, body, signal: options.signal };
};

const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  if (text === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not from this server, for example a proxy's error page. The status still identifies the failure.
    return null;
  }
};

const textField = (body: unknown, key: 'message' | 'code'): string | null => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, key) : null;
  return typeof value === 'string' && value !== '' ? value : null;
};

type ReadBody = (response: Response) => Promise<unknown>;

const send = async (
  label: string,
  url: string,
  request: RequestInit,
  readBody: ReadBody,
): Promise<{ response: Response; body: unknown }> => {
  try {
    const response = await fetch(url, request);
    return { response, body: await (response.ok ? readBody(response) : readJson(response)) };
  } catch (error) {
    // Aborted by the caller.
    if (request.signal?.aborted) throw error;
    logError(`${label}: no response was received`);
    throw new ApiError(`${label}: no response was received`, { status: 0, cause: error });
  }
};

const perform = async <Body, Query, Params, Answer>(
  endpoint: Endpoint<Body, Query, Params, Answer>,
  options: CallOptions<Body, Query, Params>,
  readBody: ReadBody,
): Promise<unknown> => {
  const label = `${endpoint.method} ${endpoint.path}`;
  const token = session.readToken();
  let url: string;
  let request: RequestInit;
  try {
    url = buildUrl(endpoint.path, options.params, options.query);
    const { body: given } = options;
    const isShort = given instanceof Blob && given.size <= textBodyBytes;
    request = buildRequest(endpoint.method, isShort ? await given.text() : serialize(given), token, options);
  } catch (error) {
    logError(`${label}: the request could not be set up`, error instanceof Error ? error.message : error);
    throw error;
  }
  const { response, body } = await send(label, url, request, readBody);
  if (response.ok && body !== null) return body;

  const serverMessage = textField(body, 'message');
  const code = textField(body, 'code');
  logError(`${label}: status ${response.status}`, serverMessage ?? 'without a message');
  if (code === 'SESSION_EXPIRED' && token !== '') session.onSessionExpired(token);
  if (code === 'WORKSPACE_CHANGED') session.onWorkspaceChanged(serverMessage);
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || null;
  const { status } = response;
  throw new ApiError(`${label}: status ${status}`, { status, code, serverMessage, body, retryAfterSeconds });
};

/**
 * Calls the API and resolves with the response body. Logs every status outside 200 to 299 and every lost connection, and
 * rejects with an `ApiError`. Has no timeout and shows nothing: the calling screen chooses the text with `messageOf`.
 *
 * @example const { data } = await call(login, { body: { email, password } });
 */
export const call = async <Body, Query, Params, Answer>(
  endpoint: Endpoint<Body, Query, Params, Answer>,
  options: CallOptions<Body, Query, Params> = {},
): Promise<Answer> => (await perform(endpoint, options, readJson)) as Answer;

/** Like `call`, but resolves with the bytes, for a response that is too large to parse on the page's thread. */
export const callForBlob = async <Body, Query, Params, Answer>(
  endpoint: Endpoint<Body, Query, Params, Answer>,
  options: CallOptions<Body, Query, Params> = {},
): Promise<Blob> => (await perform(endpoint, options, (response) => response.blob())) as Blob;
