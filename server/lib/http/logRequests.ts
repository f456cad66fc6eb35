import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { HttpLogger } from 'pino-http';
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

/**
 * One line per request: method, path and status. Headers are omitted because they hold the session. The cause of a
 * failure is logged where it is known, not here.
 */
export const logRequests = (logger: Logger, { trustsIds }: LogOptions): HttpLogger =>
  pinoHttp({
    logger,
    genReqId: (request) => (trustsIds ? takeId(request) : null) ?? newId(),
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

/** Sends the request id to the client, so that the log line can be found. */
export const sendRequestId: RequestHandler = (request, response, next) => {
  if (typeof request.id === 'string') response.set(requestIdHeader, request.id);
  next();
};
