import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appPaths, routes } from '#shared/routes.ts';
import { parseEnv } from '#server/config/env.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { createHealthPages } from '#server/health/createHealthPages.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { compressFiles } from '../../../scripts/vite/precompress.ts';
import { createWebServer } from '../createWebServer.ts';
import type { WebServer } from '../createWebServer.ts';
import { toPageSettings } from '#server/web/pages/pageSettings.ts';
import type { RenderPage } from '#server/web/pages/renderPage.ts';
import { createDevSite, prepareBuiltSite } from '../site.ts';
import { siteDocuments } from '#server/web/documents/siteDocuments.ts';

const knownPaths = new Set<string>([...Object.values(routes).map((route) => route.path), ...appPaths]);

/** Long enough to be worth compressing. */
const text = '<p>Campaigns and leads in one place.</p>'.repeat(100);

export const sampleScript = `export const text = ${JSON.stringify(text)};`;

const renderSample: RenderPage = async (path) => ({
  status: knownPaths.has(path) ? 200 : 404,
  html: `<!DOCTYPE html><title>${knownPaths.has(path) ? path : 'not found'}</title>${text}`,
  modules: path === routes.overview.path ? ['/assets/entry.abc123.js'] : [],
});

/**
 * A minimal client build: a hashed script and its map, a hashed picture, a file with a fixed name, and a hidden one.
 */
const writeClient = async (): Promise<string> => {
  const clientDir = await mkdtemp(join(tmpdir(), 'leadlight-client-'));
  await mkdir(join(clientDir, 'assets'));
  await mkdir(join(clientDir, '.vite'));
  await writeFile(join(clientDir, 'assets', 'entry.abc123.js'), sampleScript);
  await writeFile(join(clientDir, 'assets', 'entry.abc123.js.map'), '{}');
  await writeFile(join(clientDir, 'assets', 'picture.def456.png'), Buffer.alloc(3000, 7));
  await writeFile(join(clientDir, 'theme.js'), '(function () {})();');
  await writeFile(join(clientDir, '.vite', 'manifest.json'), '{}');
  await compressFiles(clientDir);
  return clientDir;
};

/** Starts a server on a free local port and returns its URL. */
export const listen = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  return `http://127.0.0.1:${address.port}`;
};

export const closeNow = async (server: Server): Promise<void> => {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};

export type TestWeb = WebServer & { url: string; api: Server; stop: () => Promise<void> };

/**
 * Starts the web server on a free port, in front of a real HTTP server as fake API.
 * @param options.renderPage renders per request, as in development; without it a built site is prepared
 */
export const startTestWeb = async (
  answerApi: (request: IncomingMessage, response: ServerResponse) => unknown,
  options: { env?: Record<string, string>; logger?: Logger; renderPage?: RenderPage } = {},
): Promise<TestWeb> => {
  const api = createServer((request, response) => void answerApi(request, response));
  const apiUrl = await listen(api);
  const clientDir = await writeClient();
  const env = parseEnv({ NODE_ENV: 'test', API_URL: apiUrl, ...options.env });
  const logger = options.logger ?? createLogger('silent');
  const documents = siteDocuments(toPageSettings(env));
  const site = options.renderPage
    ? createDevSite({ renderPage: options.renderPage, documents })
    : await prepareBuiltSite({ renderPage: renderSample, clientDir, documents });
  const web = createWebServer({
    env,
    logger,
    site,
    health: createHealthPages({ env, logger, phase: () => 'serving', database: null, countSockets: null }),
  });
  const url = await listen(web.server);
  return {
    ...web,
    url,
    api,
    stop: async () => {
      await closeNow(web.server);
      await closeNow(api);
      await rm(clientDir, { recursive: true });
    },
  };
};
