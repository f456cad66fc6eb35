import { pinoHttp } from 'pino-http';
import type { HttpLogger } from 'pino-http';
import { describeError } from './logger.ts';
import type { Logger } from './logger.ts';

/**
 * One line a request: method, path and status. Neither the query, which can hold addresses and codes, nor the headers,
 * which hold the session. `failureLevel` is that of 5xx answers, whose reason is logged where it is known.
 */
export const logRequests = (logger: Logger, failureLevel: 'error' | 'warn'): HttpLogger =>
  pinoHttp({
    logger,
    serializers: {
      req: (request: { id: unknown; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?')[0],
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      // Without it, pino-http puts its own serializer in the place of ours.
      err: (error: unknown) => describeError(error),
    },
    wrapSerializers: false,
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? failureLevel : 'debug'),
  });
