import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { workspaceHeader } from '#shared/contracts/endpoint.ts';
import type { Access, Endpoint, Parser } from '#shared/contracts/endpoint.ts';
import { bodyLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { Database } from '#server/database/Database.ts';
import { AppError, notFound, ownersOnly, validationError, workspaceChanged } from '#server/lib/failures/errors.ts';
import type { FairTurns, Turn } from '#server/lib/flow/fairTurns.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { toAppError } from '#server/lib/failures/toAppError.ts';
import { storableText } from '#server/lib/storableText.ts';
import type { Authenticate, Caller, WatchAccess, WatchedAccess } from '#server/lib/http/Caller.ts';
import { clientKey } from '#server/lib/throttle.ts';
import { answerOnce, idempotencyKeyHeader, readIdempotencyKey, replayedHeader } from './answerOnce.ts';
import type { KeyedBody } from './answerOnce.ts';
import type { BodyBudget, BodyHold } from './bodyBudget.ts';
import { bodyHashOf } from './bodyHashes.ts';
import { isHeavy } from './heavyTurns.ts';
import { bodyTooLarge } from './readBytes.ts';

export type RouteRequest<Body, Query, Params, A extends Access> = {
  body: Body;
  query: Query;
  params: Params;
  /** Set on all endpoints that are not public. */
  caller: A extends 'public' ? null : Caller;
  header(name: string): string | undefined;
  /**
   * Id for what the request creates; null without an `Idempotency-Key`. A repeated request gets the same id, so that it
   * finds what was created before a crash.
   */
  effectId: string | null;
  /** Client address as reported by the trusted proxies. */
  ip: string;
  log: Logger;
  /** For features outside the contract, such as cookies. */
  http: { request: Request; response: Response };
  /**
   * Aborts when the client disconnects or its person loses access. If clients share the answer, it aborts once all have
   * left. For requests that wait.
   */
  signal: AbortSignal;
  /** Runs a waiting part of a heavy call, and gives its turn to others meanwhile. */
  aside: Turn['aside'];
};

/** An endpoint with its handler, ready to mount. Closed endpoints call `authenticate` before parsing anything. */
export type Route = {
  endpoint: Endpoint;
  handle: (authenticate: Authenticate, options: RouteOptions) => RequestHandler;
};

export type RouteOptions = {
  /** Reads the JSON body. Called after authentication, so that strangers cannot make us read megabytes. */
  readBody: (request: Request, response: Response, caller: Caller | null) => Promise<void>;
  /** Detects when the caller of a running request loses access. */
  watchAccess: WatchAccess;
  /** Memory budget of streamed bodies. */
  streams: BodyBudget;
  /** The turns of heavy calls. */
  turns: FairTurns;
  /** Tests parse every answer with its contract, so that the two stay in sync. */
  checkAnswers: boolean;
  /** Stores the answers to requests with an `Idempotency-Key`. */
  db: Database;
};

/** Default text for rules without one, instead of the parser's technical message. */
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

/** A light call has no turn to give up. */
const noTurn: Turn = { aside: (wait) => wait() };

/** A received body: for the handler, and for its fingerprint. */
type Received<Body> = { body: Body; keyed: KeyedBody };

/**
 * The only place that decides who may make a call.
 * @throws AppError 401 SESSION_EXPIRED; 409 WORKSPACE_CHANGED for a client that shows another workspace than the one
 *   that its session works in; 403 FORBIDDEN
 */
const admit = async (access: Access, authenticate: Authenticate, request: Request): Promise<Caller | null> => {
  if (access === 'public') return null;
  const caller = await authenticate(request.headers.authorization);
  if (access === 'person') return caller;
  const shown = request.get(workspaceHeader);
  if (shown !== undefined && shown !== caller.workspaceId) throw workspaceChanged();
  if (access === 'owner' && caller.role !== 'owner') throw ownersOnly();
  return caller;
};

/** Shared by both kinds of routes. `receive` is called once the caller is known and path and query are valid. */
const mount = <Body, ReceivedBody, Query, Params, Answer, A extends Access>(
  endpoint: Endpoint<Body, Query, Params, Answer, A>,
  receive: (
    request: Request,
    response: Response,
    options: RouteOptions,
    caller: Caller | null,
    access: WatchedAccess | null,
  ) => Promise<Received<ReceivedBody>>,
  handler: (request: RouteRequest<ReceivedBody, Query, Params, A>) => Promise<Answer>,
): Route => ({
  endpoint,
  handle: (authenticate, options) => async (request: Request, response: Response) => {
    const { messageAlias, namesNobody = false } = endpoint;
    response.locals['messageAlias'] = messageAlias;
    const caller = await admit(endpoint.access, authenticate, request);
    // No record has such an id, and PostgreSQL would refuse the lookup.
    if (Object.values(request.params).some((name) => storableText(String(name)) !== name)) throw notFound();
    const params = parsePart(endpoint.params, request.params);
    const query = parsePart(endpoint.query, request.query);
    const key = endpoint.takesIdempotencyKey ? readIdempotencyKey(request.get(idempotencyKeyHeader)) : null;
    const access = caller && options.watchAccess(caller, endpoint.access === 'owner' ? 'owner' : 'member');
    if (access) response.once('close', () => access.end());
    const { body, keyed } = await receive(request, response, options, caller, access);
    // The access may have ended while a slow body arrived.
    await access?.check();
    const keyedRequest = caller && key !== null ? { userId: caller.userId, key } : null;
    // A key of another workspace is a different request: its answer may show what the person can no longer read.
    const target = [request.method, request.path, caller?.workspaceId].join(' ');

    const readSignal = (): AbortSignal =>
      access ? AbortSignal.any([signalOf(response), access.signal]) : signalOf(response);
    const work = async (effectId: string | null, turn: Turn, shared?: AbortSignal): Promise<string> => {
      let signal: AbortSignal | null = null;
      const answering = handler({
        params,
        query,
        body,
        // The same condition decides at run time.
        caller: caller as RouteRequest<ReceivedBody, Query, Params, A>['caller'],
        header: (name) => request.get(name),
        effectId,
        ip: request.ip ?? 'unknown',
        get log() {
          return request.log;
        },
        http: { request, response },
        get signal() {
          signal ??= shared ?? readSignal();
          return signal;
        },
        aside: turn.aside,
      });
      await Promise.allSettled([answering]);
      // The access may have changed while the request waited. The request itself may also have ended it, as a logout
      // does.
      if (signal !== null) await access?.check();
      const fields = await answering;
      if (options.checkAnswers) endpoint.response.parse(fields);
      return JSON.stringify({ success: true, ...fields });
    };
    const answer = (effectId: string | null): Promise<string> => {
      if (!caller || !isHeavy(endpoint)) return work(effectId, noTurn);
      // An answer may depend on the person and their role, so only requests of the same session can share it.
      const question = request.method === 'GET' ? [caller.tokenHash, caller.role, request.url].join(' ') : null;
      const workInTurn = async (turn: Turn, shared: AbortSignal): Promise<string> => {
        await access?.check();
        return work(effectId, turn, shared);
      };
      return options.turns.run({ owner: caller.workspaceId, question, signal: readSignal(), work: workInTurn });
    };

    response.type('json');
    if (!keyedRequest) {
      response.send(await answer(null));
      return;
    }
    const { db } = options;
    const { log } = request;
    const asked = { request: keyedRequest, target, body: keyed, messageAlias, namesNobody };
    const once = { ...asked, db, log, answer, signal: access?.signal };
    const { status, body: text, isReplay } = await answerOnce(once);
    if (isReplay) response.set(replayedHeader, 'true');
    response.status(status).send(text);
  },
});

/**
 * Binds an endpoint to its handler. Checks the session, parses path, query and body, and sends the handler's result in
 * the envelope. Errors go to `handleErrors`.
 */
export const route = <Body, Query, Params, Answer, A extends Access>(
  endpoint: Endpoint<Body, Query, Params, Answer, A>,
  handler: (request: RouteRequest<Body, Query, Params, A>) => Promise<Answer>,
): Route => {
  const receive = async (
    request: Request,
    response: Response,
    options: RouteOptions,
    caller: Caller | null,
  ): Promise<Received<Body>> => {
    await options.readBody(request, response, caller);
    const body = parsePart(endpoint.body, request.body ?? {});
    return { body, keyed: { hash: async () => bodyHashOf(request), isStreamed: false } };
  };
  return mount(endpoint, receive, handler);
};

/**
 * Streams the body. If the reader stops early, the rest is discarded: the connection stays usable, and a client that is
 * still sending gets the refusal.
 */
async function* streamBody(
  request: Request,
  { limitBytes, open }: { limitBytes: number; open: (onEvicted: (error: AppError) => void) => BodyHold },
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = request.iterator({ destroyOnReturn: false });
  let giveUp: ((error: AppError) => void) | null = null;
  let eviction: AppError | null = null;
  const hold = open((error) => {
    eviction = error;
    giveUp?.(error);
  });
  // Not `Promise.race`: the losing promise would retain each chunk.
  const readNext = () =>
    new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      giveUp = reject;
      chunks.next().then(resolve, reject);
    });
  let bytes = 0;
  let heldBytes = 0;
  try {
    for (let next = await readNext(); !next.done; next = await readNext()) {
      giveUp = null;
      const { byteLength } = next.value;
      bytes += byteLength;
      if (bytes > limitBytes) throw bodyTooLarge();
      const room = Math.min(byteLength, bodyLimits.streamedBytesHeld - heldBytes);
      hold.take(room);
      heldBytes += room;
      yield next.value;
      if (eviction) throw eviction;
    }
    hold.keep();
  } finally {
    // After an eviction the reader may be waiting for a chunk that never comes.
    if (!eviction) await chunks.return?.();
    request.resume();
  }
}

/** Passes a stream through and hashes it completely, unless the reader refused the rest. */
const hashed = (chunks: AsyncIterable<Uint8Array>): Received<AsyncIterable<Uint8Array>> => {
  const sum = createHash('sha256');
  const passOn = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      sum.update(chunk);
      yield chunk;
    }
  };
  const body = passOn();
  let whole: Promise<string> | null = null;
  const readRest = async (): Promise<string> => {
    for (let next = await body.next(); !next.done; next = await body.next());
    return sum.digest('hex');
  };
  return { body, keyed: { hash: () => (whole ??= readRest()), isStreamed: true } };
};

/**
 * Like `route`, for bodies too large to buffer: the handler receives the bytes as they arrive, up to `limitBytes`, and
 * parses them. The endpoint's parser only documents the body.
 */
export const streamedRoute = <Body, Query, Params, Answer, A extends Access>(
  endpoint: Endpoint<Body, Query, Params, Answer, A>,
  limitBytes: number,
  handler: (request: RouteRequest<AsyncIterable<Uint8Array>, Query, Params, A>) => Promise<Answer>,
): Route => {
  const receive = async (
    request: Request,
    response: Response,
    { streams }: RouteOptions,
    caller: Caller | null,
    access: WatchedAccess | null,
  ): Promise<Received<AsyncIterable<Uint8Array>>> => {
    if (!request.is('json') || (request.get('content-encoding') ?? 'identity') !== 'identity')
      throw new AppError(415, 'VALIDATION', messages.validation.plainJson);
    if (Number(request.get('content-length') ?? 0) > limitBytes) throw bodyTooLarge();
    const open = (onEvicted: (error: AppError) => void): BodyHold => {
      const hold = streams.open(caller?.userId ?? clientKey(request.ip ?? ''), 0, onEvicted);
      response.once('close', () => hold.release());
      access?.signal.addEventListener('abort', () => onEvicted(toAppError(access.signal.reason)));
      return hold;
    };
    return hashed(streamBody(request, { limitBytes, open }));
  };
  return mount(endpoint, receive, handler);
};
