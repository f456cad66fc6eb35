import { Router } from 'express';
import type { RequestHandler } from 'express';
import { kitPath } from '#shared/routes.ts';
import type { PageSettings } from '#shared/pageSettings.ts';
import { renderWith } from './renderPage.ts';
import type { RenderPage } from './renderPage.ts';

export type DevRenderer = {
  renderPage: RenderPage;
  /** Vite: modules, styles, hot reload, and the kit page, which no build contains. */
  middleware: RequestHandler;
  close: () => Promise<void>;
};

/**
 * Renders pages from the sources, for `npm run dev`.
 * @param root the project's folder
 */
export const createDevRenderer = async (root: string, settings: PageSettings): Promise<DevRenderer> => {
  const vike = await import('vike/server');
  const { devMiddleware, viteServer } = await vike.createDevMiddleware({ root });
  const renderPage = renderWith(vike, { ...settings, signInFiles: [] });
  const middleware = Router()
    .get(kitPath, async (_request, response) => {
      response.type('html').send((await renderPage(kitPath)).html);
    })
    .use(devMiddleware);
  return { renderPage, middleware, close: () => viteServer.close() };
};
