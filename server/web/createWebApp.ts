import { STATUS_CODES } from 'node:http';
import express from 'express';
import type { ErrorRequestHandler, Express, RequestHandler, Router } from 'express';
import type { Env } from '#server/config/env.ts';
import { describeRequest, logRequests } from '#server/lib/http/logRequests.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { measureRequests } from '#server/metrics/measureRequests.ts';
import type { RouteOf } from '#server/metrics/measureRequests.ts';
import { answerElse, answerMissingAsset, answerSite } from './answerSite.ts';
import { createApiProxy, isOfApi } from '#server/web/proxy/apiProxy.ts';
import type { ApiProxy } from '#server/web/proxy/apiProxy.ts';
import { commonHeaders, pageHeaders, setHeaders } from './security.ts';
import type { Site } from './site.ts';
import { useOwnLoopbackName } from '#server/web/proxy/useOwnLoopbackName.ts';

export type WebAppOptions = {
  env: Env;
  logger: Logger;
  site: Site;
  /** Health pages of this process. */
  health: Router;
  /** Vite's middleware in development, which serves the unbuilt files. */
  devMiddleware?: RequestHandler;
};

export type WebApp = { app: Express; upgrade: ApiProxy['upgrade'] };

const knownRoute = /^\/+(api|assets|auth|deletion|healthz|metrics|operator|readyz|socket\.io|webhooks)(?:[/?]|$)/;

/** Classified by the first path segment, because the API owns the rest. */
const webRouteOf: RouteOf = ({ originalUrl }) => {
  const name = knownRoute.exec(originalUrl)?.[1];
  return name === undefined ? 'other' : `/${name}`;
};

/** Express sets a status on its own errors, e.g. 400 for an undecodable URL. */
const statusOf = (error: unknown): number => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
};

const handleErrors =
  (logger: Logger): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const status = statusOf(error);
    if (status === 500)
      logger.error({ area: 'web', req: describeRequest(request), err: error }, 'A page could not be answered');
    if (response.headersSent) {
      next(error);
      return;
    }
    response
      .status(status)
      .set('Cache-Control', 'no-store')
      .type('text')
      .send(STATUS_CODES[status] ?? 'Error');
  };

/** The public server: answers the site's paths and forwards the API's. The code is in execution order. */
export const createWebApp = ({ env, logger, site, health, devMiddleware }: WebAppOptions): WebApp => {
  // TRUST_PROXY counts the proxies in front of the API; this server is the last of them.
  const trustedHops = Math.max(env.TRUST_PROXY - 1, 0);
  const common = commonHeaders(env);
  const proxy = createApiProxy({ target: env.API_URL, trustedHops, headers: common, logger });

  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);

  const ofPages = pageHeaders(env, { isServedByVite: devMiddleware !== undefined });
  const measure = measureRequests('web', webRouteOf);
  const name = logRequests(logger, { trustsIds: trustedHops > 0 });
  const log = [measure, name];
  const ofSite = [useOwnLoopbackName(env.PUBLIC_URL), answerSite(site, ofPages)];

  // First, because other middleware would slow down each API call. The proxy sends the common headers with the API's
  // response.
  app.use((request, response, next) => {
    if (isOfApi(request.url))
      measure(request, response, () => name(request, response, () => proxy.handle(request, response, next)));
    else next();
  });
  app.use(setHeaders(common));
  // Site requests are only logged at debug level; otherwise the log middleware runs after the site.
  app.use(logger.isLevelEnabled('debug') ? [...log, ...ofSite] : [...ofSite, ...log]);
  app.use(health);
  app.use(setHeaders(ofPages));
  if (devMiddleware) app.use(devMiddleware);
  else app.use('/assets', answerMissingAsset);
  app.use(answerElse(site));
  app.use(handleErrors(logger));
  return { app, upgrade: proxy.upgrade };
};
