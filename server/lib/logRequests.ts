import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { HttpLogger } from 'pino-http';
import { newId } from './ids.ts';
import { describeError } from './logger.ts';
import type { Logger } from './logger.ts';

type LogOptions = {
  /** Of 5xx answers, whose reason is logged where it is known. */
  failureLevel: 'error' | 'warn';
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

/**
 * One line a request: method, path and status, and not the headers, which hold the session.
 */
export const logRequests = (logger: Logger, { failureLevel, trustsIds }: LogOptions): HttpLogger =>
  pinoHttp({
    logger,
    genReqId: (request) => (trustsIds ? takeId(request) : null) ?? newId(),
    serializers: {
      req: (request: { id: unknown; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: loggedPath(request.url),
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      // Without it, pino-http puts its own serializer in the place of ours.
      err: (error: unknown) => describeError(error),
    },
    wrapSerializers: false,
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? failureLevel : 'debug'),
  });

/** Tells whoever asked under which id their request is in the log. */
export const tellRequestId: RequestHandler = (request, response, next) => {
  if (typeof request.id === 'string') response.set(requestIdHeader, request.id);
  next();
};
