import type { RequestHandler } from 'express';
import type { ClientConfig } from '#shared/clientConfig.ts';
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
export const createDevRenderer = async (root: string, clientConfig: ClientConfig): Promise<DevRenderer> => {
  const vike = await import('vike/server');
  const { devMiddleware, viteServer } = await vike.createDevMiddleware({ root });
  return { renderPage: renderWith(vike, clientConfig), middleware: devMiddleware, close: () => viteServer.close() };
};
