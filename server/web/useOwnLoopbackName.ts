import type { RequestHandler } from 'express';

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Sends a browser that came by another name of this machine to the name of PUBLIC_URL, e.g. from 127.0.0.1 to
 * localhost. To a browser they are different origins: the session, the consent popup and the socket belong to one of
 * them. Only for an install that is addressed on its own machine; ports and foreign names are left alone.
 */
export const useOwnLoopbackName = (publicUrl: string): RequestHandler => {
  const own = new URL(publicUrl);
  return (request, response, next) => {
    const { host } = request.headers;
    const asked = host !== undefined && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
    const isOtherName =
      asked !== null &&
      asked.hostname !== own.hostname &&
      asked.port === own.port &&
      loopbackNames.has(asked.hostname) &&
      loopbackNames.has(own.hostname);
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isOtherName || !isPage) return next();
    response.set('Cache-Control', 'no-store').redirect(302, own.origin + request.originalUrl);
  };
};
