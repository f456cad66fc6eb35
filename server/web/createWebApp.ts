import { STATUS_CODES } from 'node:http';
import express from 'express';
import type { ErrorRequestHandler, Express, RequestHandler, Router } from 'express';
import type { Env } from '#server/config/env.ts';
import { describeRequest, logRequests } from '#server/lib/http/logRequests.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { measureRequests } from '#server/metrics/measureRequests.ts';
import type { RouteOf } from '#server/metrics/measureRequests.ts';
import { answerElse, answerMissingAsset, answerSite } from './answerSite.ts';
import { createApiProxy } from './apiProxy.ts';
import type { ApiProxy } from './apiProxy.ts';
import { commonHeaders, pageHeaders, setHeaders } from './security.ts';
import type { Site } from './site.ts';
import { useOwnLoopbackName } from './useOwnLoopbackName.ts';

export type WebAppOptions = {
  env: Env;
  logger: Logger;
  site: Site;
  /** The pages about this process. */
  health: Router;
  /** Vite's middleware, in development: it has the files, which are not built. */
  devMiddleware?: RequestHandler;
};

export type WebApp = { app: Express; upgrade: ApiProxy['upgrade'] };

const knownRoute = /^\/+(api|assets|auth|deletion|healthz|metrics|operator|readyz|socket\.io|webhooks)(?:[/?]|$)/;

/** By the first part of the path, since what lies below is the API's. */
const webRouteOf: RouteOf = ({ originalUrl }) => {
  const name = knownRoute.exec(originalUrl)?.[1];
  return name === undefined ? 'other' : `/${name}`;
};

/** Express gives its own errors a status, e.g. 400 for an address that cannot be decoded. */
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

/** The public server: answers what the site has, forwards the API's paths. It reads in the order in which it runs. */
export const createWebApp = ({ env, logger, site, health, devMiddleware }: WebAppOptions): WebApp => {
  // TRUST_PROXY counts the proxies before the API, and this server is the last of them.
  const trustedHops = Math.max(env.TRUST_PROXY - 1, 0);
  const proxy = createApiProxy({ target: env.API_URL, trustedHops, logger });

  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);

  const ofPages = pageHeaders(env, { isServedByVite: devMiddleware !== undefined });
  const log = [measureRequests('web', webRouteOf), logRequests(logger, { trustsIds: trustedHops > 0 })];
  const ofSite = [useOwnLoopbackName(env.PUBLIC_URL), answerSite(site, ofPages)];

  app.use(setHeaders(commonHeaders(env)));
  // What the site has is logged at the level debug alone: where nobody reads that, nothing is prepared for it either.
  app.use(logger.isLevelEnabled('debug') ? [...log, ...ofSite] : [...ofSite, ...log]);
  app.use(proxy.handle);
  app.use(health);
  app.use(setHeaders(ofPages));
  if (devMiddleware) app.use(devMiddleware);
  else app.use('/assets', answerMissingAsset);
  app.use(answerElse(site));
  app.use(handleErrors(logger));
  return { app, upgrade: proxy.upgrade };
};
