import { createServer } from 'node:http';
import express from 'express';
import type { Router } from 'express';
import { handleErrors, handleNotFound } from './api/handleErrors.ts';
import { createServerCloser } from './lib/http/closeServer.ts';
import { listen } from './lib/http/listen.ts';
import { logRequests } from './lib/http/logRequests.ts';
import type { Logger } from './lib/logging/logger.ts';
import { declaredRoute, measureRequests } from './metrics/measureRequests.ts';

type ListenerOptions = { logger: Logger; health: Router; host: string; port: number };

/** Serves the health pages of a worker-only process, and nothing else. */
export const startHealthListener = async ({
  logger,
  health,
  host,
  port,
}: ListenerOptions): Promise<{ port: number; close(): Promise<void> }> => {
  const app = express();
  app.disable('x-powered-by');
  app.use(measureRequests('worker', declaredRoute));
  app.use(logRequests(logger, { trustsIds: false }));
  app.use(health);
  app.use(handleNotFound);
  app.use(handleErrors);
  const server = createServer({ headersTimeout: 15_000, requestTimeout: 15_000 }, app);
  const closeServer = createServerCloser(server);
  return {
    port: await listen(server, host, port),
    close: async () => {
      await closeServer({ drainMs: 0 });
    },
  };
};
