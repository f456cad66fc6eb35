import type { RequestHandler } from 'express';
import { countSiteAnswer } from '#server/metrics/counters.ts';
import { queryOf } from '#server/web/pages/queryOf.ts';
import { sendReady } from '#server/web/documents/sendReady.ts';
import type { HeaderValues } from './security.ts';
import { pagePaths } from './site.ts';
import type { Site } from './site.ts';

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';

/**
 * Serves the site's pages and files and passes on all other requests. The response depends only on the path: cookies,
 * query and headers have no effect, except for codings, conditions and ranges.
 */
export const answerSite =
  (site: Site, headers: HeaderValues): RequestHandler =>
  async (request, response, next) => {
    const answer = isReading(request.method) ? await site.find(request.path) : undefined;
    if (!answer) return next();
    response.setHeaders(headers);
    sendReady(request, response, answer);
    countSiteAnswer(request.method, response.statusCode);
  };

/** Handles all other requests: other methods, pages with an extra slash, and unknown URLs. */
export const answerElse =
  (site: Site): RequestHandler =>
  async (request, response) => {
    const { path } = request;
    if (!isReading(request.method)) {
      response
        .status(405)
        .set({ Allow: 'GET, HEAD', 'Cache-Control': 'no-store' })
        .type('text')
        .send('Method not allowed');
      return;
    }
    // The path is looked up in the list and never just cut: `//host/` must not redirect to another host.
    const withoutSlash = path.replace(/\/+$/, '');
    if (path !== withoutSlash && pagePaths.has(withoutSlash)) {
      response.set('Cache-Control', 'no-store').redirect(301, withoutSlash + queryOf(request.url));
      return;
    }
    sendReady(request, response, await site.notFound());
  };

/** A missing build file is a plain 404: a page in place of a script would be cached as a script. */
export const answerMissingAsset: RequestHandler = (_request, response) => {
  response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found');
};
