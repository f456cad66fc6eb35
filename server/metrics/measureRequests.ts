import type { Request, RequestHandler, Response } from 'express';
import { countRequest } from './counters.ts';
import type { ServingRole } from './counters.ts';

/** The declared route that took a request. */
export type RouteOf = (request: Request, response: Response) => string;

/** Counts and times each request once its answer has ended, or its client has gone. */
export const measureRequests =
  (role: ServingRole, routeOf: RouteOf): RequestHandler =>
  (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      countRequest({
        role,
        method: request.method,
        route: routeOf(request, response),
        status: response.statusCode,
        isAborted: !response.writableFinished,
        seconds: (performance.now() - startedAt) / 1000,
      });
    });
    next();
  };

const noRoute = 'none';

/** Lets the requests of a mounted route be told by its whole path, which Express knows only from the mount on. */
export const nameRoute =
  (path: string): RequestHandler =>
  (_request, response, next) => {
    response.locals['route'] = path;
    next();
  };

/** The path by which Express found the handler. */
export const declaredRoute: RouteOf = (request, response) => {
  const named: unknown = response.locals['route'];
  if (typeof named === 'string') return named;
  // Express has no type for it.
  const route: unknown = request.route;
  const path = typeof route === 'object' && route !== null && 'path' in route ? route.path : undefined;
  return typeof path === 'string' ? path : noRoute;
};
