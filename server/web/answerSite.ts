import type { RequestHandler } from 'express';
import { countSiteAnswer } from '#server/metrics/counters.ts';
import { queryOf } from './queryOf.ts';
import { sendReady } from './sendReady.ts';
import type { HeaderValues } from './security.ts';
import { pagePaths } from './site.ts';
import type { Site } from './site.ts';

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';

/**
 * Answers what the site has and passes on the rest. Only what is asked for counts, not who asks: neither cookies nor the
 * query nor headers other than those about the sending itself (codings, conditions, ranges) change the answer.
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

/** What is left: other methods, pages with a slash too many, and addresses that nothing has. */
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
    // Compared with the list rather than cut and sent back: `//host/` must not become a redirect to another host.
    const withoutSlash = path.replace(/\/+$/, '');
    if (path !== withoutSlash && pagePaths.has(withoutSlash)) {
      response.set('Cache-Control', 'no-store').redirect(301, withoutSlash + queryOf(request.url));
      return;
    }
    sendReady(request, response, await site.notFound());
  };

/** A missing file of the build is a plain 404: a page in place of a script would be cached as one. */
export const answerMissingAsset: RequestHandler = (_request, response) => {
  response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found');
};
