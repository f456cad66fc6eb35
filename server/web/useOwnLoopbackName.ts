import type { RequestHandler } from 'express';
import { queryOf } from './queryOf.ts';
import { pagePaths } from './site.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** Host headers with another name of this machine than an address has, on its port. None for an install elsewhere. */
const otherHosts = ({ hostname, port }: URL): ReadonlySet<string> =>
  loopbackNames.includes(hostname)
    ? new Set(loopbackNames.filter((name) => name !== hostname).map((name) => (port === '' ? name : `${name}:${port}`)))
    : new Set();

/**
 * Sends a browser that came by another name of this machine to the name of PUBLIC_URL, e.g. from 127.0.0.1 to
 * localhost. To a browser they are different origins: the session, the consent popup and the socket belong to one of
 * them. Only for an install that is addressed on its own machine; ports and foreign names are left alone, as is all that
 * is not a page.
 */
export const useOwnLoopbackName = (publicUrl: string): RequestHandler => {
  const own = new URL(publicUrl);
  const others = otherHosts(own);
  return (request, response, next) => {
    const isOtherName = others.size > 0 && others.has(request.headers.host?.toLowerCase() ?? '');
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!isOtherName || !isReading || !pagePaths.has(request.path)) return next();
    response.set('Cache-Control', 'no-store').redirect(302, own.origin + request.path + queryOf(request.url));
  };
};
