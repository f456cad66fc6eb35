import type { RequestHandler } from 'express';
import { appPaths, routes } from '#shared/routes.ts';
import type { RenderPage } from './renderPage.ts';

/** A path that no page has; every unknown address is answered with what is rendered for it. */
const nowhere = '/404';

const publicPaths = new Set<string>(
  Object.values(routes)
    .filter((route) => route.access === 'public')
    .map((route) => route.path),
);
const knownPaths = new Set([...publicPaths, ...appPaths]);

/** Caches in front may keep a public page for a minute; browsers ask each time, since a page names the files of its build. */
const cacheControl = (path: string): string => (publicPaths.has(path) ? 'public, max-age=0, s-maxage=60' : 'no-store');

/**
 * Documents: 200 for the product's screens, 404 with the not-found page for the rest. Only what is asked for counts, not
 * who asks: neither headers nor cookies nor the query reach the rendering.
 */
export const answerPages =
  (renderPage: RenderPage): RequestHandler =>
  async (request, response) => {
    const { path } = request;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response
        .status(405)
        .set({ Allow: 'GET, HEAD', 'Cache-Control': 'no-store' })
        .type('text')
        .send('Method not allowed');
      return;
    }
    // Compared with the list rather than cut and sent back: `//host/` must not become a redirect to another host.
    const withoutSlash = path.replace(/\/+$/, '');
    if (path !== withoutSlash && knownPaths.has(withoutSlash)) {
      const query = request.url.slice(path.length);
      response.set('Cache-Control', 'no-store').redirect(301, withoutSlash + query);
      return;
    }
    const page = await renderPage(knownPaths.has(path) ? path : nowhere);
    if (page.modules.length > 0)
      response.set('Link', page.modules.map((module) => `<${module}>; rel=modulepreload`).join(', '));
    response.status(page.status).set('Cache-Control', cacheControl(path)).type('html').send(page.html);
  };
