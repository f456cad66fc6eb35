import { createServer } from 'node:http';
import type { Router } from 'express';
import type { AppContext } from './AppContext.ts';
import { apiDocs } from './api/apiDocs.ts';
import { apiRoutes } from './api/apiRoutes.ts';
import { createApiApp } from './api/createApiApp.ts';
import { createServerCloser } from './lib/http/closeServer.ts';
import { listen } from './lib/http/listen.ts';
import { answerBadRequests } from './lib/http/answerBadRequests.ts';
import { endUnreadBodies } from './lib/http/endUnreadBodies.ts';
import { isImport } from './lib/http/isImport.ts';
import { isSocketHandshake } from './lib/http/socketHandshake.ts';
import { uploadTimeoutMs } from './lib/http/uploadTimeout.ts';
import { connectionPages } from './modules/connections/consent/connectionPages.ts';
import { startExportFromEvent } from './modules/exports/exports.service.ts';
import { leadWebhooks } from './modules/leads/collect/webhooks/leadWebhooks.ts';
import { operatorPages } from './modules/operator/operatorPages.ts';
import { deletionPage } from './modules/privacy/pages/deletionPage.ts';
import { metaCallbacks } from './modules/privacy/facebook/metaCallbacks.ts';
import { createAuthenticate, createAuthenticateToken } from './modules/users/signIn/sessions.service.ts';
import { attachSocketServer } from './realtime/attachSocketServer.ts';
import { createWatchAccess } from './modules/users/signIn/watchAccess.ts';
import type { SocketServer } from './realtime/createSocketServer.ts';

type ApiOptions = {
  context: AppContext;
  health: Router;
  io: SocketServer;
  host: string;
  port: number;
  checkAnswers: boolean;
};

export type RunningApi = { port: number; close(): Promise<void> };

/** Longer than a proxy keeps idle connections, so that a proxy never sends a request into a closing connection. */
const keepAliveTimeoutMs = 70_000;

/** The API role: JSON calls, OAuth pages and sockets on one listener. */
export const startApi = async ({ context, health, io, host, port, checkAnswers }: ApiOptions): Promise<RunningApi> => {
  const routes = apiRoutes(context);
  const app = createApiApp({
    logger: context.logger,
    trustProxy: context.env.TRUST_PROXY,
    authenticate: createAuthenticate(context),
    watchAccess: createWatchAccess(context),
    routes,
    db: context.db,
    pages: [
      health,
      connectionPages(context),
      leadWebhooks(context),
      metaCallbacks(context),
      deletionPage(context),
      operatorPages(context),
      apiDocs(
        routes.map(({ endpoint }) => endpoint),
        context.env.PUBLIC_URL,
      ),
    ],
    checkAnswers,
  });
  const server = createServer(
    {
      keepAliveTimeout: keepAliveTimeoutMs,
      headersTimeout: 15_000,
      requestTimeout: uploadTimeoutMs,
      shouldUpgradeCallback: isSocketHandshake,
    },
    app,
  );
  const closeServer = createServerCloser(server, isImport);
  answerBadRequests(server);
  endUnreadBodies(server);
  attachSocketServer({
    io,
    httpServer: server,
    authenticateToken: createAuthenticateToken(context),
    handlers: { onExportRequest: (caller, request) => startExportFromEvent(context, caller, request) },
    logger: context.logger,
  });
  return {
    port: await listen(server, host, port),
    close: async () => {
      await closeServer();
    },
  };
};
