import express from 'express';
import type { Express, Router } from 'express';
import { apiBase } from '#shared/contracts/endpoint.ts';
import type { HttpMethod } from '#shared/contracts/endpoint.ts';
import { exportGoogleSheet } from '#shared/contracts/exports.ts';
import { bodyLimits, exportLimits } from '#shared/limits.ts';
import { logRequests, sendRequestId } from '#server/lib/http/logRequests.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { declaredRoute, measureRequests, nameRoute } from '#server/metrics/measureRequests.ts';
import { clientKey } from '#server/lib/throttle.ts';
import { createBodyBudget } from './bodyBudget.ts';
import { handleErrors, handleNotFound } from './handleErrors.ts';
import { createHeavyTurns } from './heavyTurns.ts';
import { readJson } from './readJson.ts';
import type { Authenticate } from '#server/lib/http/Caller.ts';
import type { Route, RouteOptions } from './route.ts';

export type ApiAppOptions = Pick<RouteOptions, 'checkAnswers' | 'db' | 'watchAccess'> & {
  logger: Logger;
  /** Number of trusted proxies in front. */
  trustProxy: number;
  authenticate: Authenticate;
  routes: readonly Route[];
  /** Routers outside `/api`: OAuth pages, health. */
  pages: readonly Router[];
  /** Time limit for buffered bodies; streamed ones have the server's own limit. */
  bodyTimeoutMs?: number;
};

/** Paths with large bodies: posted export rows. */
const largeBodyPaths = new Set([exportGoogleSheet.path]);

const megabyte = 1024 * 1024;
/**
 * Memory limits for request bodies. Export rows take several times their length while they are stored. Small bodies
 * have a separate budget, so that large ones do not block them.
 */
const budgets = {
  strangers: { bytes: 8 * megabyte, ownerBytes: megabyte },
  calls: { bytes: 16 * megabyte, ownerBytes: 2 * megabyte },
  uploads: { bytes: 2 * exportLimits.postedBytes, ownerBytes: exportLimits.postedBytes },
  streams: { bytes: 64 * megabyte, ownerBytes: 4 * bodyLimits.streamedBytesHeld },
};

/** Collapses repeated slashes, so that a badly joined URL still finds its route. */
const collapseSlashes: express.RequestHandler = (request, _response, next) => {
  const [path = '', ...query] = request.url.split('?');
  if (path.includes('//')) request.url = [path.replace(/\/{2,}/g, '/'), ...query].join('?');
  next();
};

/** The JSON API. The caller attaches it to a server. */
export const createApiApp = ({
  logger,
  trustProxy,
  authenticate,
  watchAccess,
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
  app.use(sendRequestId);
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

  const strangers = createBodyBudget('strangers', budgets.strangers);
  const calls = createBodyBudget('calls', budgets.calls);
  const uploads = createBodyBudget('uploads', budgets.uploads);
  const streams = createBodyBudget('streams', budgets.streams);
  const readBody: RouteOptions['readBody'] = (request, response, caller) => {
    if (caller === null) {
      const owner = clientKey(request.ip ?? '');
      const limitBytes = bodyLimits.strangerBytes;
      return readJson(request, response, { limitBytes, timeoutMs: bodyTimeoutMs, budget: strangers, owner });
    }
    const limitBytes = largeBodyPaths.has(request.path) ? exportLimits.postedBytes : bodyLimits.callBytes;
    const isSmall = Number(request.get('content-length') ?? limitBytes) <= bodyLimits.callBytes;
    const budget = isSmall ? calls : uploads;
    return readJson(request, response, { limitBytes, timeoutMs: bodyTimeoutMs, budget, owner: caller.userId });
  };

  const turns = createHeavyTurns();
  const api = express.Router();
  // Otherwise Express would answer in plain text.
  api.options('/{*path}', handleNotFound);
  for (const { endpoint, handle } of routes) {
    const method = endpoint.method.toLowerCase() as Lowercase<HttpMethod>;
    api[method](
      endpoint.path,
      nameRoute(`${apiBase}${endpoint.path}`),
      handle(authenticate, { checkAnswers, readBody, watchAccess, streams, turns, db }),
    );
  }
  app.use(apiBase, api);
  app.use(handleNotFound);
  app.use(handleErrors);
  return app;
};
