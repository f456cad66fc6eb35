import type { RequestHandler } from 'express';
import type { PageSettings } from './pageSettings.ts';
import { renderWith } from './renderPage.ts';
import type { RenderPage } from './renderPage.ts';

export type DevRenderer = {
  renderPage: RenderPage;
  /** Vite: modules, styles and hot reload. */
  middleware: RequestHandler;
  close: () => Promise<void>;
};

/**
 * Pages straight from the sources, for `npm run dev`.
 * @param root the project's folder
 */
export const createDevRenderer = async (root: string, settings: PageSettings): Promise<DevRenderer> => {
  const vike = await import('vike/server');
  const { devMiddleware, viteServer } = await vike.createDevMiddleware({ root });
  return { renderPage: renderWith(vike, settings), middleware: devMiddleware, close: () => viteServer.close() };
};
