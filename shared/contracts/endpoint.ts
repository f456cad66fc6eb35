import type * as z from 'zod/mini';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Parser<T> = z.ZodMiniType<T>;

/**
 * Who may make a call. `route()` enforces this:
 * - `public`: everyone
 * - `person`: everyone with a session, even while they change the workspace. For the person's own data
 * - `user`: every member of the session's workspace
 * - `owner`: its owners
 */
export const accessKinds = ['public', 'person', 'user', 'owner'] as const;
export type Access = (typeof accessKinds)[number];

/** Header with the workspace that the client shows. Calls for another workspace are refused. */
export const workspaceHeader = 'X-Workspace';

/**
 * One API call as a value, shared by handler, client and tests. `path` is relative to the API's base (`/api`) and marks
 * parameters with colons (`/exports/:id`).
 */
export type Endpoint<
  Body = unknown,
  Query = unknown,
  Params = unknown,
  Response = unknown,
  A extends Access = Access,
> = {
  method: HttpMethod;
  path: string;
  access: A;
  /** One-line purpose, shown in the API documentation. */
  summary: string;
  body?: Parser<Body>;
  query?: Parser<Query>;
  params?: Parser<Params>;
  /** Fields of the response next to `success`. */
  response: Parser<Response>;
  /** A second key for the message of refusals, for clients that read it there. */
  messageAlias?: string;
  /** Creates or starts something. Requests with the same `Idempotency-Key` do so once and get the same response. */
  takesIdempotencyKey?: boolean;
  /** The answer has no personal data, so a keyed answer is stored even if a person is erased meanwhile. */
  namesNobody?: boolean;
};

export const defineEndpoint = <
  A extends Access,
  Body = undefined,
  Query = undefined,
  Params = undefined,
  Response = unknown,
>(
  endpoint: Endpoint<Body, Query, Params, Response, A>,
): Endpoint<Body, Query, Params, Response, A> => endpoint;

/* Types derived from an endpoint value. */
export type BodyOf<E> = E extends Endpoint<infer Body, infer _Q, infer _P, infer _R, infer _A> ? Body : never;
export type ResponseOf<E> =
  E extends Endpoint<infer _B, infer _Q, infer _P, infer Response, infer _A> ? Response : never;

/** Path prefix of all calls. */
export const apiBase = '/api';

/** `/exports/:id` with `{ id: 'a b' }` becomes `/exports/a%20b`. */
export const fillPath = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/:(\w+)/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Path ${path} is missing the parameter ${name}`);
    return encodeURIComponent(value);
  });
