import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createServerCloser } from '#server/lib/http/closeServer.ts';
import type { CloseServer } from '#server/lib/http/closeServer.ts';
import { answerBadRequests } from '#server/lib/http/answerBadRequests.ts';
import { endUnreadBodies } from '#server/lib/http/endUnreadBodies.ts';
import { isImport } from '#server/lib/http/isImport.ts';
import { isSocketHandshake } from '#server/lib/http/socketHandshake.ts';
import { uploadTimeoutMs } from '#server/lib/http/uploadTimeout.ts';
import { createWebApp } from './createWebApp.ts';
import type { WebAppOptions } from './createWebApp.ts';

export type WebServer = { server: Server; close: CloseServer };

/**
 * Creates the HTTP server of the web app with its sockets; the caller starts it. Slow clients are cut after 15 s for
 * the headers and the upload time for the whole request, unless the API sets less. Idle connections outlive nginx's (60
 * s), so that nginx never uses a closing one.
 */
export const createWebServer = (options: WebAppOptions): WebServer => {
  const { app, upgrade } = createWebApp(options);
  const server = createServer(
    {
      headersTimeout: 15_000,
      requestTimeout: uploadTimeoutMs,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 65_000,
      // Other upgrade offers are answered in plain HTTP. Some clients (curl, Java) offer HTTP/2 with their first
      // request.
      shouldUpgradeCallback: isSocketHandshake,
    },
    app,
  );
  const close = createServerCloser(server, isImport);
  answerBadRequests(server);
  endUnreadBodies(server);
  server.on('upgrade', upgrade);
  return { server, close };
};
