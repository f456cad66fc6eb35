import { apiBase } from '#shared/contracts/endpoint.ts';
import type { Endpoint, ResponseOf } from '#shared/contracts/endpoint.ts';

type Answer<E> = ({ success: true } & ResponseOf<E>) | { success: false; message: string };

type AnyEndpoint = Pick<Endpoint<never, never, never, never>, 'method' | 'path'>;

type Content = {
  token?: string;
  /** The id in a path with one. */
  id?: string;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  /** The version that a change is based on. */
  version?: number;
};

export type Call = <E extends AnyEndpoint>(endpoint: E, content: Content) => Promise<Answer<E>>;

/** Makes typed API calls to a server. */
export const createCall =
  (url: string): Call =>
  async <E extends AnyEndpoint>({ method, path }: E, { token, id = '', query, body, version }: Content) => {
    const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (version !== undefined) headers.set('if-match', `"${version}"`);
    const address = new URL(url + apiBase + path.replace(':id', encodeURIComponent(id)));
    address.search = new URLSearchParams(query).toString();
    const response = await fetch(address, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Answer<E>;
  };

/** @throws Error with the server's message */
export const callOrThrow = async <E extends AnyEndpoint>(
  call: Call,
  endpoint: E,
  content: Content,
): Promise<ResponseOf<E>> => {
  const answer = await call(endpoint, content);
  if (!answer.success) throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.message}`);
  return answer;
};
