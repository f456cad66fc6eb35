import { STATUS_CODES } from 'node:http';
import express from 'express';
import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import type { Env } from '#server/config/env.ts';
import { logRequests } from '#server/lib/logRequests.ts';
import type { Logger } from '#server/lib/logger.ts';
import { answerPages } from './answerPages.ts';
import { createApiProxy } from './apiProxy.ts';
import type { ApiProxy } from './apiProxy.ts';
import type { RenderPage } from './renderPage.ts';
import { commonHeaders, pageHeaders } from './security.ts';
import { staticFiles } from './staticFiles.ts';
import { useOwnLoopbackName } from './useOwnLoopbackName.ts';

export type WebAppOptions = {
  env: Env;
  logger: Logger;
  renderPage: RenderPage;
  /** Folder of the built client, `dist/client`; null while Vite serves the sources. */
  clientDir: string | null;
  /** Vite's middleware, in development. */
  devMiddleware?: RequestHandler;
};

export type WebApp = { app: Express; upgrade: ApiProxy['upgrade'] };

/** Express gives its own errors a status, e.g. 400 for an address that cannot be decoded. */
const statusOf = (error: unknown): number => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
};

const handleWebErrors: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const status = statusOf(error);
  if (status === 500) request.log.error({ area: 'web', err: error }, 'A page could not be answered');
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

/** The public server: forwards the API's paths, serves the build, renders the pages. It reads in the order in which it runs. */
export const createWebApp = ({ env, logger, renderPage, clientDir, devMiddleware }: WebAppOptions): WebApp => {
  // TRUST_PROXY counts the proxies before the API, and this server is the last of them.
  const trustedHops = Math.max(env.TRUST_PROXY - 1, 0);
  const proxy = createApiProxy({ target: env.API_URL, trustedHops, logger });

  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);

  app.use(logRequests(logger, 'warn'));
  app.use(commonHeaders(env));
  app.use(proxy.handle);
  app.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ success: true, status: 'ok' });
  });
  app.use(pageHeaders(env, { isServedByVite: devMiddleware !== undefined }));
  if (clientDir !== null) app.use(staticFiles(clientDir));
  if (devMiddleware) app.use(devMiddleware);
  app.use(useOwnLoopbackName(env.PUBLIC_URL));
  app.use(answerPages(renderPage));
  app.use(handleWebErrors);
  return { app, upgrade: proxy.upgrade };
};
