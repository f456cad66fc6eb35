import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createServerCloser } from '#server/lib/http/closeServer.ts';
import type { CloseServer } from '#server/lib/http/closeServer.ts';
import { endUnreadBodies } from '#server/lib/http/endUnreadBodies.ts';
import { isImport } from '#server/lib/http/isImport.ts';
import { isSocketHandshake } from '#server/lib/http/socketHandshake.ts';
import { uploadTimeoutMs } from '#server/lib/http/uploadTimeout.ts';
import { createWebApp } from './createWebApp.ts';
import type { WebAppOptions } from './createWebApp.ts';

export type WebServer = { server: Server; close: CloseServer };

/**
 * The web app on an HTTP server with its sockets wired; the caller lets it listen. Slow clients are cut after 15 s for
 * the headers and the time of an upload for the whole request, where the API does not say less. Idle connections outlive
 * those that nginx keeps (60 s), so that nginx never sends a request into one that is just closing.
 */
export const createWebServer = (options: WebAppOptions): WebServer => {
  const { app, upgrade } = createWebApp(options);
  const server = createServer(
    {
      headersTimeout: 15_000,
      requestTimeout: uploadTimeoutMs,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 65_000,
      // Every other offer to upgrade is answered in plain HTTP. Some clients (curl, Java) offer HTTP/2 with their first request.
      shouldUpgradeCallback: isSocketHandshake,
    },
    app,
  );
  const close = createServerCloser(server, isImport);
  endUnreadBodies(server);
  server.on('upgrade', upgrade);
  return { server, close };
};
