import { createServer } from 'node:http';
import type { Server } from 'node:http';
import express from 'express';
import type { ErrorRequestHandler, Router } from 'express';
import { createCallLog } from './callLog.ts';
import { createClock } from './support/clock.ts';
import { createControlRoutes } from './control/controlRoutes.ts';
import type { ResetOrder } from './control/controlRoutes.ts';
import { createCorrectionControl } from './control/correctionControl.ts';
import { ControlError } from './control/parseControlBody.ts';
import { createLeadControl } from './control/leadControl.ts';
import { createCorrections } from './corrections.ts';
import { createFaults } from './faults.ts';
import { bodyParsers, isRecord } from './support/http.ts';
import { sendHomePage } from './pages/homePage.ts';
import { createInbox } from './mail/inbox.ts';
import { createMailRoutes } from './mail/mailRoutes.ts';
import { startSmtpServer } from './mail/startSmtpServer.ts';
import { createRedirects } from './redirects.ts';
import { createServices, sandboxEnvironment } from './services.ts';
import type { SandboxContext } from './Sandbox.ts';

export type SandboxOptions = {
  /** 0 picks a free port. */
  port: number;
  /** Interface to listen on; loopback by default. */
  host?: string;
  /** Origin under which browsers and the product reach the sandbox; its own address by default. */
  url?: string;
  seed?: number;
  scale?: number;
  /** Port of the mail server; a free one by default. */
  smtpPort?: number;
};

export type RunningSandbox = {
  /** Origin, without a slash at the end. */
  url: string;
  smtpUrl: string;
  /** Environment variables that connect the product to this sandbox. */
  environment: Record<string, string>;
  close(): Promise<void>;
};

const defaultSeed = 1;
const defaultScale = 1;

const listen = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

/** Returns 400 for malformed bodies. Other errors are reported as faults of the sandbox. */
const handleErrors: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  const status = isRecord(error) && typeof error.status === 'number' ? error.status : 500;
  const message = error instanceof Error ? error.message : String(error);
  response.status(status).json({ error: { status, message } });
};

/** Starts the simulated services and the mail server on this machine. Throws if a port is in use. */
export const startSandbox = async (options: SandboxOptions): Promise<RunningSandbox> => {
  const host = options.host ?? '127.0.0.1';
  const clock = createClock();
  const inbox = createInbox(clock);
  const smtp = await startSmtpServer(inbox, { host, port: options.smtpPort ?? 0 });

  const app = express();
  // Tests call the sandbox from its own process. When work keeps that process busy past the timeout of an idle connection, the
  // next call goes out on the connection just before the server closes it, and fails with ECONNRESET.
  const server = createServer({ keepAliveTimeout: 0 }, app);
  let port: number;
  try {
    port = await listen(server, host, options.port);
  } catch (error) {
    await smtp.close();
    throw error;
  }
  const url = options.url ?? `http://${host}:${port}`;

  // This router holds all state, so a reset only replaces the router.
  let current: Router;
  const build = ({ seed = options.seed ?? defaultSeed, scale = options.scale ?? defaultScale }: ResetOrder): void => {
    inbox.clear();
    const own = {
      faults: createFaults(),
      calls: createCallLog(),
      redirects: createRedirects(),
      corrections: createCorrections(),
    };
    const context: SandboxContext = { seed, scale, url, clock, ...own };
    current = createRoutes(context);
  };
  const createRoutes = (context: SandboxContext): Router => {
    const services = createServices(context);
    const router = express.Router();
    router.get('/', (_request, response) => sendHomePage(response, services));
    router.use(createMailRoutes(inbox));
    router.use('/control', createControlRoutes(context, build), createLeadControl(services));
    router.use('/control', createCorrectionControl(services, context.corrections));
    for (const service of services) {
      if (service.control) router.use('/control', service.control);
      router.use(service.router);
    }
    return router;
  };
  build({});

  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.use(...bodyParsers);
  app.use((request, response, next) => current(request, response, next));
  app.use((request) => {
    throw new ControlError(404, `The sandbox has nothing at ${request.method} ${request.path}`);
  });
  app.use(handleErrors);

  return {
    url,
    smtpUrl: smtp.url,
    environment: sandboxEnvironment(url, smtp.url),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Otherwise, calls kept open by an ordered timeout would block the stop forever.
      server.closeAllConnections();
      await Promise.all([closed, smtp.close()]);
    },
  };
};
