import type { Request, RequestHandler, Response } from 'express';
import type { Access, Endpoint, Parser } from '#shared/contracts/endpoint.ts';
import { messages } from '#shared/messages.ts';
import { AppError, validationError } from '#server/lib/errors.ts';
import type { Logger } from '#server/lib/logger.ts';

/** The person behind a request, from their session. */
export type Caller = { userId: string; tokenHash: string };

export type RouteRequest<Body, Query, Params, A extends Access> = {
  body: Body;
  query: Query;
  params: Params;
  /** Set on `user` endpoints. */
  caller: A extends 'user' ? Caller : null;
  header(name: string): string | undefined;
  /** Client address as the trusted proxies report it. */
  ip: string;
  log: Logger;
  /** Ends when the client goes away. */
  signal: AbortSignal;
};

/** An endpoint with its handler, ready to be mounted; `authenticate` is called for closed endpoints before anything is parsed. */
export type Route = {
  endpoint: Endpoint;
  handle: (authenticate: Authenticate, options: RouteOptions) => RequestHandler;
};

/** @throws AppError 401 without a valid session */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

export type RouteOptions = {
  /** Reads the JSON body; called once the caller is known, so that strangers cannot make us read megabytes. */
  readBody: (request: Request, response: Response) => Promise<void>;
  /** Tests parse every answer with its contract, so that the two cannot drift apart. */
  checkAnswers: boolean;
};

/** The text of a rule that has none of its own, in place of the parser's words for programmers. */
const nameField = ({ path = [] }: { path?: PropertyKey[] | undefined }): string =>
  path.length > 0 ? messages.validation.invalidField(path.map(String).join('.')) : messages.validation.invalidRequest;

const parsePart = <T>(parser: Parser<T> | undefined, value: unknown): T => {
  if (!parser) return undefined as T;
  const result = parser.safeParse(value, { error: nameField });
  if (result.success) return result.data;
  const fields = Object.fromEntries(
    result.error.issues
      .filter((issue) => issue.path.length > 0)
      .map((issue) => [issue.path.map(String).join('.'), issue.message]),
  );
  throw validationError(result.error.issues[0]?.message ?? messages.validation.invalidRequest, fields);
};

const signalOf = (response: Response): AbortSignal => {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) controller.abort();
  });
  return controller.signal;
};

/** What both kinds of routes do; `receive` is called once the caller is known and path and query are right. */
const mount = <Body, Received, Query, Params, Answer, A extends Access>(
  endpoint: Endpoint<Body, Query, Params, Answer, A>,
  receive: (request: Request, response: Response, options: RouteOptions) => Promise<Received>,
  handler: (request: RouteRequest<Received, Query, Params, A>) => Promise<Answer>,
): Route => ({
  endpoint,
  handle: (authenticate, options) => async (request: Request, response: Response) => {
    response.locals['messageAlias'] = endpoint.messageAlias;
    const caller = endpoint.access === 'user' ? await authenticate(request.headers.authorization) : null;
    const answer = await handler({
      params: parsePart(endpoint.params, request.params),
      query: parsePart(endpoint.query, request.query),
      body: await receive(request, response, options),
      // The conditional type is settled by the same condition at run time.
      caller: caller as RouteRequest<Received, Query, Params, A>['caller'],
      header: (name) => request.get(name),
      ip: request.ip ?? 'unknown',
      log: request.log,
      signal: signalOf(response),
    });
    if (options.checkAnswers) endpoint.response.parse(answer);
    response.json({ success: true, ...answer });
  },
});

/**
 * Gives an endpoint its handler. The session is checked first, then path, query and body are parsed with the
 * endpoint's parsers, then the handler's answer goes out in the envelope. Whatever is thrown goes to `handleErrors`.
 */
export const route = <Body, Query, Params, Answer, A extends Access>(
  endpoint: Endpoint<Body, Query, Params, Answer, A>,
  handler: (request: RouteRequest<Body, Query, Params, A>) => Promise<Answer>,
): Route => {
  const receive = async (request: Request, response: Response, options: RouteOptions): Promise<Body> => {
    await options.readBody(request, response);
    return parsePart(endpoint.body, request.body ?? {});
  };
  return mount(endpoint, receive, handler);
};

const bodyTooLarge = (): AppError => new AppError(413, 'BODY_TOO_LARGE', messages.server.bodyTooLarge);

/**
 * The body as it arrives. When the reader has had enough, the rest is let through unread: the connection stays in order,
 * and the refusal reaches a client that is still sending.
 */
async function* streamBody(request: Request, limitBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  const chunks: AsyncIterable<Uint8Array> = request.iterator({ destroyOnReturn: false });
  try {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      if (bytes > limitBytes) throw bodyTooLarge();
      yield chunk;
    }
  } finally {
    request.resume();
  }
}

/**
 * As `route`, for a body that is too large to be held at once: the handler gets its bytes as they arrive, up to
 * `limitBytes`, and parses them itself. The endpoint's parser only describes the body.
 */
export const streamedRoute = <Body, Query, Params, Answer, A extends Access>(
  endpoint: Endpoint<Body, Query, Params, Answer, A>,
  limitBytes: number,
  handler: (request: RouteRequest<AsyncIterable<Uint8Array>, Query, Params, A>) => Promise<Answer>,
): Route => {
  const receive = async (request: Request): Promise<AsyncIterable<Uint8Array>> => {
    if (!request.is('json') || (request.get('content-encoding') ?? 'identity') !== 'identity')
      throw new AppError(415, 'VALIDATION', messages.validation.plainJson);
    if (Number(request.get('content-length') ?? 0) > limitBytes) throw bodyTooLarge();
    return streamBody(request, limitBytes);
  };
  return mount(endpoint, receive, handler);
};
