import type { Request, RequestHandler, Response } from 'express';
import { countRequest } from './counters.ts';
import type { ServingRole } from './counters.ts';

/** Returns the declared route of a request. */
export type RouteOf = (request: Request, response: Response) => string;

/** Counts and times each request when the response ends or the client disconnects. */
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

/** Sets the full path of a mounted route. Express knows only the part after the mount. */
export const nameRoute =
  (path: string): RequestHandler =>
  (_request, response, next) => {
    response.locals['route'] = path;
    next();
  };

/** The route path that Express matched. */
export const declaredRoute: RouteOf = (request, response) => {
  const named: unknown = response.locals['route'];
  if (typeof named === 'string') return named;
  // Express does not type `route`.
  const route: unknown = request.route;
  const path = typeof route === 'object' && route !== null && 'path' in route ? route.path : undefined;
  return typeof path === 'string' ? path : noRoute;
};
