import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { HttpLogger } from 'pino-http';
import { newId } from '#server/lib/ids.ts';
import { describeError } from '#server/lib/logging/logger.ts';
import type { Logger } from '#server/lib/logging/logger.ts';

type LogOptions = {
  /** A proxy of ours is in front, and may have given the request its id. */
  trustsIds: boolean;
};

/** Under which id a request is in the log: given by the first of our servers that it comes to, kept by those behind. */
export const requestIdHeader = 'x-request-id';

/** As proxies make them; anything else is not taken into the log. */
const idShape = /^[\w-]{8,64}$/;

const takeId = ({ headers }: IncomingMessage): string | null => {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && idShape.test(given) ? given : null;
};

/**
 * What the log tells of an address: not the query, which can hold addresses and codes, nor the code of a deletion, which is all that
 * it takes to see the receipt.
 */
export const loggedPath = (url: string): string => {
  const [path = ''] = url.split('?');
  return path.replace(/^(\/+deletion\/).+/, '$1…');
};

/** What every line about a request tells of it. */
export const describeRequest = ({ id, method, url = '' }: Pick<IncomingMessage, 'id' | 'method' | 'url'>) => ({
  id,
  method,
  path: loggedPath(url),
});

/**
 * One line a request: method, path and status, and not the headers, which hold the session. Why a request has failed is
 * logged where it is known, so this line does not repeat it.
 */
export const logRequests = (logger: Logger, { trustsIds }: LogOptions): HttpLogger =>
  pinoHttp({
    logger,
    genReqId: (request) => (trustsIds ? takeId(request) : null) ?? newId(),
    serializers: {
      req: describeRequest,
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      // Of the lines of a request. Without it, pino-http puts its own serializer in the place of ours.
      err: (error: unknown) => describeError(error),
    },
    wrapSerializers: false,
    useLevel: 'debug',
    customSuccessObject: (_request, _response, line: object) => ({ area: 'http', ...line }),
    // pino-http makes up an error for each 5xx, with a stack of its own.
    customErrorObject: (_request, _response, _error, { err: _madeUp, ...line }: Record<string, unknown>) => ({
      area: 'http',
      ...line,
    }),
    customErrorMessage: () => 'request completed',
  });

/** Tells whoever asked under which id their request is in the log. */
export const tellRequestId: RequestHandler = (request, response, next) => {
  if (typeof request.id === 'string') response.set(requestIdHeader, request.id);
  next();
};
