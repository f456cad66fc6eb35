import { apiBase } from '#shared/contracts/endpoint.ts';
import type { Endpoint, ResponseOf } from '#shared/contracts/endpoint.ts';

type Answer<E> = ({ success: true } & ResponseOf<E>) | { success: false; message: string };

type AnyEndpoint = Pick<Endpoint<never, never, never, never>, 'method' | 'path'>;

export type Call = <E extends AnyEndpoint>(
  endpoint: E,
  content: { token?: string; body?: unknown },
) => Promise<Answer<E>>;

/** Makes typed API calls to a server, for paths without parameters. */
export const createCall =
  (url: string): Call =>
  async <E extends AnyEndpoint>({ method, path }: E, { token, body }: { token?: string; body?: unknown }) => {
    const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
    if (body !== undefined) headers.set('content-type', 'application/json');
    const response = await fetch(url + apiBase + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Answer<E>;
  };
