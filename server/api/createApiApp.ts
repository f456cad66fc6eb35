import express from 'express';
import type { Express, Router } from 'express';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { exportGoogleSheet } from '#shared/contracts/exports.ts';
import { exportLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { AppError } from '#server/lib/errors.ts';
import { logRequests, tellRequestId } from '#server/lib/logRequests.ts';
import type { Logger } from '#server/lib/logger.ts';
import { declaredRoute, measureRequests, nameRoute } from '#server/metrics/measureRequests.ts';
import { noteBody } from './bodyHashes.ts';
import { handleErrors, handleNotFound } from './handleErrors.ts';
import type { Authenticate, Route, RouteOptions } from './route.ts';

export type ApiAppOptions = Pick<RouteOptions, 'checkAnswers' | 'db'> & {
  logger: Logger;
  /** Number of trusted proxies in front. */
  trustProxy: number;
  authenticate: Authenticate;
  routes: readonly Route[];
  /** Routers outside `/api`: OAuth pages, health. */
  pages: readonly Router[];
  /** How long a body may take to arrive where it is held whole; streamed ones have the server's own limit. */
  bodyTimeoutMs?: number;
};

/** Paths whose bodies may be large: posted rows of an export. */
const largeBodyPaths = new Set([exportGoogleSheet.path]);
const jsonBodyLimit = '1mb';

/** Collapses repeated slashes, so that a carelessly joined address still finds its route. */
const collapseSlashes: express.RequestHandler = (request, _response, next) => {
  const [path = '', ...query] = request.url.split('?');
  if (path.includes('//')) request.url = [path.replace(/\/{2,}/g, '/'), ...query].join('?');
  next();
};

/** The JSON API. It knows no listener: the caller attaches it to a server. */
export const createApiApp = ({
  logger,
  trustProxy,
  authenticate,
  routes,
  pages,
  checkAnswers,
  db,
  bodyTimeoutMs = 60_000,
}: ApiAppOptions): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustProxy);
  app.set('query parser', 'simple');
  app.set('etag', false);

  app.use(measureRequests('api', declaredRoute));
  app.use(logRequests(logger, { trustsIds: trustProxy > 0 }));
  app.use(tellRequestId);
  app.use((_request, response, next) => {
    response.set({
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    });
    next();
  });
  app.use(collapseSlashes);
  for (const page of pages) app.use(page);

  const large = express.json({ limit: exportLimits.postedBytes, inflate: false, verify: noteBody });
  const small = express.json({ limit: jsonBodyLimit, inflate: false, verify: noteBody });
  const readBody: RouteOptions['readBody'] = (request, response) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        response.set('Connection', 'close');
        reject(new AppError(408, 'VALIDATION', messages.validation.tooSlow));
      }, bodyTimeoutMs);
      const parse = largeBodyPaths.has(request.path) ? large : small;
      parse(request, response, (error?: unknown) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      });
    });

  const api = express.Router();
  // Otherwise Express answers by itself, in plain text.
  api.options('/{*path}', handleNotFound);
  for (const { endpoint, handle } of routes) {
    const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    api[method](
      endpoint.path,
      nameRoute(`${apiBase}${endpoint.path}`),
      handle(authenticate, { checkAnswers, readBody, db }),
    );
  }
  app.use(apiBase, api);
  app.use(handleNotFound);
  app.use(handleErrors);
  return app;
};
