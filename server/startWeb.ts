import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Router } from 'express';
import type { Env } from './config/env.ts';
import { listen } from './lib/listen.ts';
import type { Logger } from './lib/logger.ts';
import { createWebServer } from './web/createWebServer.ts';
import { toPageSettings } from './web/pageSettings.ts';
import { loadBuiltRenderer } from './web/renderPage.ts';
import { createDevSite, prepareBuiltSite } from './web/site.ts';
import { siteDocuments } from './web/siteDocuments.ts';

type WebOptions = { env: Env; logger: Logger; health: Router; pages: 'built' | 'vite' };

export type RunningWeb = { port: number; close(): Promise<void> };

const root = fileURLToPath(new URL('..', import.meta.url));

const startBuilt = async ({ env, logger, health }: WebOptions): Promise<RunningWeb> => {
  const entry = join(root, 'dist/server/entry.mjs');
  await access(entry).catch((cause: unknown) => {
    throw new Error('The pages are not built yet: run "npm run build" first', { cause });
  });
  const settings = toPageSettings(env);
  const site = await prepareBuiltSite({
    renderPage: await loadBuiltRenderer(entry, settings),
    clientDir: join(root, 'dist/client'),
    documents: siteDocuments(settings),
  });
  const web = createWebServer({ env, logger, site, health });
  return {
    port: await listen(web.server, env.HOST, env.PORT),
    close: async () => {
      await web.close();
    },
  };
};

const startWithVite = async ({ env, logger, health }: WebOptions): Promise<RunningWeb> => {
  // Vite is a development dependency: the image does not have it.
  const { createDevRenderer } = await import('./web/createDevRenderer.ts');
  const settings = toPageSettings(env);
  const dev = await createDevRenderer(root, settings);
  const site = createDevSite({ renderPage: dev.renderPage, documents: siteDocuments(settings) });
  const web = createWebServer({ env, logger, site, health, devMiddleware: dev.middleware });
  return {
    port: await listen(web.server, env.HOST, env.PORT),
    close: async () => {
      await web.close();
      await dev.close();
    },
  };
};

/** The web role: pages, assets, security headers and the way to the API. */
export const startWeb = (options: WebOptions): Promise<RunningWeb> =>
  options.pages === 'vite' ? startWithVite(options) : startBuilt(options);
