import { apiBase, fillPath } from '#shared/contracts/endpoint.ts';
import type { Endpoint, ResponseOf } from '#shared/contracts/endpoint.ts';

type RequestOptions = {
  token?: string;
  body?: unknown;
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
};

/** The fields of both the response and the error. Tests tell them apart by status. */
type AnswerBody<E> = ResponseOf<E> & {
  success: boolean;
  message: string;
  code: string;
  fields: Record<string, string>;
};

type AnyEndpoint = Pick<Endpoint<never, never, never, never>, 'method' | 'path'>;

export type ApiRequest = <E extends AnyEndpoint>(
  endpoint: E,
  options?: RequestOptions,
) => Promise<{ status: number; body: AnswerBody<E> }>;

/** Calls the API at an address by its contracts. */
export const createRequest =
  (url: string): ApiRequest =>
  async <E extends AnyEndpoint>(endpoint: E, { token, body, params, query, headers }: RequestOptions = {}) => {
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    const response = await fetch(`${url}${apiBase}${fillPath(endpoint.path, params)}${search}`, {
      method: endpoint.method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as AnswerBody<E> };
  };
