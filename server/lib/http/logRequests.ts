import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import { newId } from '#server/lib/ids.ts';
import { describeError } from '#server/lib/logging/logger.ts';
import type { Logger } from '#server/lib/logging/logger.ts';

type LogOptions = {
  /** One of our proxies is in front and may have set the request id. */
  trustsIds: boolean;
};

/** Request id in the log. Our first server sets it, and those behind keep it. */
export const requestIdHeader = 'x-request-id';

/** The format that proxies use; anything else is kept out of the log. */
const idShape = /^[\w-]{8,64}$/;

const takeId = ({ headers }: IncomingMessage): string | null => {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && idShape.test(given) ? given : null;
};

/**
 * The part of a URL that is logged. The query is omitted because it can hold email addresses and codes. A deletion code
 * is omitted because it is enough to open the receipt.
 */
export const loggedPath = (url: string): string => {
  const [path = ''] = url.split('?');
  return path.replace(/^(\/+deletion\/).+/, '$1…');
};

/** Fields of every log line about a request. */
export const describeRequest = ({ id, method, url = '' }: Pick<IncomingMessage, 'id' | 'method' | 'url'>) => ({
  id,
  method,
  path: loggedPath(url),
});

type IdOf = (request: IncomingMessage) => string;

/**
 * Gives a request its id, and creates its logger only on demand, because few requests need one. The logger is a
 * property on the app's request prototype: separate functions per request would cause a seventh of a small call's
 * garbage.
 */
const nameRequests =
  (logger: Logger, idOf: IdOf): RequestHandler =>
  (request, _response, next) => {
    request.id = idOf(request);
    const prototype: object = Object.getPrototypeOf(request);
    if (!Object.hasOwn(prototype, 'log'))
      Object.defineProperty(prototype, 'log', {
        get(this: Request) {
          const { id, method, originalUrl: url } = this;
          return logger.child({ req: describeRequest({ id, method, url }) });
        },
      });
    next();
  };

const logEach = (logger: Logger, idOf: IdOf): RequestHandler =>
  pinoHttp({
    logger,
    genReqId: idOf,
    serializers: {
      req: describeRequest,
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      // Without this, pino-http installs its own error serializer.
      err: (error: unknown) => describeError(error),
    },
    wrapSerializers: false,
    useLevel: 'debug',
    customSuccessObject: (_request, _response, line: object) => ({ area: 'http', ...line }),
    // pino-http invents an error with its own stack for each 5xx.
    customErrorObject: (_request, _response, _error, { err: _madeUp, ...line }: Record<string, unknown>) => ({
      area: 'http',
      ...line,
    }),
    customErrorMessage: () => 'request completed',
  });

/**
 * One line per request, at debug level: method, path and status. Headers are omitted because they hold the session. The
 * cause of a failure is logged where it is known, not here.
 */
export const logRequests = (logger: Logger, { trustsIds }: LogOptions): RequestHandler => {
  const idOf: IdOf = (request) => (trustsIds ? takeId(request) : null) ?? newId();
  return logger.isLevelEnabled('debug') ? logEach(logger, idOf) : nameRequests(logger, idOf);
};

/** Sends the request id to the client, so that the log line can be found. */
export const sendRequestId: RequestHandler = (request, response, next) => {
  if (typeof request.id === 'string') response.set(requestIdHeader, request.id);
  next();
};
