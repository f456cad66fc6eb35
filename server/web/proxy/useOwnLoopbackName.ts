import type { RequestHandler } from 'express';
import { queryOf } from '#server/web/pages/queryOf.ts';
import { pagePaths } from '#server/web/site.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** Host headers with other loopback names of a URL, on its port. Empty for remote installs. */
const otherHosts = ({ hostname, port }: URL): ReadonlySet<string> =>
  loopbackNames.includes(hostname)
    ? new Set(loopbackNames.filter((name) => name !== hostname).map((name) => (port === '' ? name : `${name}:${port}`)))
    : new Set();

/**
 * Redirects browsers to the loopback name of PUBLIC_URL, e.g. from 127.0.0.1 to localhost. They are different origins
 * to a browser, and session, consent popup and socket need the same one. Only pages of local installs are redirected,
 * not other ports or hosts.
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
