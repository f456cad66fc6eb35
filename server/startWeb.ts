import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Env } from './config/env.ts';
import { StartRefusedError } from './lib/failures/StartRefusedError.ts';
import { listen } from './lib/http/listen.ts';
import type { WebAppOptions } from './web/createWebApp.ts';
import { createWebServer } from './web/createWebServer.ts';
import { toPageSettings } from '#server/web/pages/pageSettings.ts';
import { loadBuiltRenderer } from '#server/web/pages/renderPage.ts';
import { createDevSite, prepareBuiltSite } from './web/site.ts';
import { siteDocuments } from '#server/web/documents/siteDocuments.ts';

type PrepareOptions = { env: Env; pages: 'built' | 'vite' };

/** Everything the web role needs before it listens. None of it needs the API. */
export type PreparedWeb = Pick<WebAppOptions, 'site' | 'devMiddleware'> & { close: () => Promise<void> };

type WebOptions = Pick<WebAppOptions, 'env' | 'logger' | 'health'> & { prepared: PreparedWeb };

export type RunningWeb = { port: number; close(): Promise<void> };

const root = fileURLToPath(new URL('..', import.meta.url));

const prepareBuilt = async (env: Env): Promise<PreparedWeb> => {
  const entry = join(root, 'dist/server/entry.mjs');
  await access(entry).catch(() => {
    throw new StartRefusedError('The pages are not built: run "npm run build" first.');
  });
  const settings = toPageSettings(env);
  const site = await prepareBuiltSite({
    renderPage: await loadBuiltRenderer(entry, settings),
    clientDir: join(root, 'dist/client'),
    documents: siteDocuments(settings),
  });
  return { site, close: async () => {} };
};

const prepareWithVite = async (env: Env): Promise<PreparedWeb> => {
  // Vite is a development dependency: the image does not have it.
  const { createDevRenderer } = await import('#server/web/pages/createDevRenderer.ts');
  const settings = toPageSettings(env);
  const dev = await createDevRenderer(root, settings);
  const site = createDevSite({ renderPage: dev.renderPage, documents: siteDocuments(settings) });
  return { site, devMiddleware: dev.middleware, close: () => dev.close() };
};

/** Renders the pages and reads the static files, or starts Vite. */
export const prepareWeb = ({ env, pages }: PrepareOptions): Promise<PreparedWeb> =>
  pages === 'vite' ? prepareWithVite(env) : prepareBuilt(env);

/** The web role: pages, assets, security headers and the proxy to the API. */
export const startWeb = async ({ env, logger, health, prepared }: WebOptions): Promise<RunningWeb> => {
  const { close: closePrepared, ...parts } = prepared;
  const web = createWebServer({ env, logger, health, ...parts });
  return {
    port: await listen(web.server, env.HOST, env.PORT),
    close: async () => {
      await web.close();
      await closePrepared();
    },
  };
};
