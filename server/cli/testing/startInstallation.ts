import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppContext } from '#server/AppContext.ts';
import { parseEnv } from '#server/config/env.ts';
import { readFreeBytes } from '#server/database/embedded/storage/freeSpace.ts';
import { createHealthPages } from '#server/health/createHealthPages.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { listen } from '#server/lib/http/listen.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';
import { startSandbox } from '#testing/sandbox/sandbox.ts';
import type { RunningSandbox } from '#testing/sandbox/sandbox.ts';
import { startServer } from '#server/startServer.ts';
import { createRequest } from '#testing/api/createRequest.ts';
import type { ApiRequest } from '#testing/api/createRequest.ts';
import { freePort } from '#testing/freePort.ts';
import { createServerDatabase } from '#testing/database/openTestDatabase.ts';
import { createWebServer } from '#server/web/createWebServer.ts';
import { toPageSettings } from '#server/web/pages/pageSettings.ts';
import { createDevSite } from '#server/web/site.ts';
import { siteDocuments } from '#server/web/documents/siteDocuments.ts';
import { diagnose } from '#server/cli/doctor/diagnose.ts';
import type { DiagnoseOptions } from '#server/cli/doctor/diagnose.ts';
import { startEdge } from './startEdge.ts';
import type { Edge } from './startEdge.ts';

/** Changes of an environment; undefined removes a variable. */
export type EnvChanges = Record<string, string | undefined>;

export type DoctorRun = { env?: EnvChanges } & Partial<Omit<DiagnoseOptions, 'source'>>;

export type Installation = {
  /** The environment that the installation starts with. */
  source: Record<string, string>;
  context: AppContext;
  sandbox: RunningSandbox;
  edge: Edge;
  /** The API itself, for other test helpers. */
  api: { url: string; request: ApiRequest };
  /** Another web role in front of the same API. */
  addWeb(changes: Record<string, string>): Promise<{ url: string }>;
  /** Runs `npm run doctor` in the installation's environment, with changes. */
  runDoctor(run?: DoctorRun): Promise<CheckResult[]>;
  /** Stops the product; sandbox, edge and data stay. */
  stopProduct(): Promise<void>;
  close(): Promise<void>;
};

/** A healthy product behind an operator's server, with all three platforms and mail. */
export const startInstallation = async ({ isEmbedded = false } = {}): Promise<Installation> => {
  const folder = await mkdtemp(join(tmpdir(), 'll-doctor-'));
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const sandbox = await startSandbox({ port: 0 });
  stops.push(() => sandbox.close());
  const server = isEmbedded ? null : await createServerDatabase();
  if (server) stops.push(() => server.drop());
  const [edgePort, port, apiPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { mode: 0o700 });

  const source: Record<string, string> = {
    NODE_ENV: 'test',
    PORT: String(port),
    API_PORT: String(apiPort),
    PUBLIC_URL: `http://localhost:${edgePort}`,
    TRUST_PROXY: '2',
    DATA_DIR: dataDir,
    OPERATOR_TOKEN: 'the-operators-own-token',
    ...(server ? { DATABASE_URL: server.url, ENCRYPTION_KEY: randomBytes(32).toString('base64') } : {}),
    ...sandbox.environment,
  };
  const env = parseEnv(source);
  const logger = createLogger(process.env['TEST_LOG_LEVEL'] ?? 'silent');

  const product = await startServer({
    // The web role in front of this API is started below, without a build.
    env: { ...env, ROLES: ['api', 'worker'], HOST: '127.0.0.1' },
    logger,
    pages: 'built',
    onFatal: (error) => {
      throw error;
    },
  });
  const productStops: (() => Promise<unknown>)[] = [() => product.close()];

  const startWeb = async (changes: Record<string, string>, webPort: number): Promise<{ url: string }> => {
    const webEnv = parseEnv({ ...source, ...changes, API_URL: `http://127.0.0.1:${apiPort}` });
    const site = createDevSite({
      renderPage: async () => ({ status: 200, html: '<!DOCTYPE html><title>Leadlight</title>', modules: [] }),
      documents: siteDocuments(toPageSettings(webEnv)),
    });
    const health = createHealthPages({
      env: webEnv,
      logger,
      phase: () => 'serving',
      database: null,
      countSockets: null,
    });
    const web = createWebServer({ env: webEnv, logger, site, health });
    productStops.push(() => web.close({ drainMs: 0, timeoutMs: 100 }));
    return { url: `http://127.0.0.1:${await listen(web.server, '127.0.0.1', webPort)}` };
  };
  const { url: target } = await startWeb({}, port);

  const edge = await startEdge({
    port: edgePort,
    behavior: { target, forwardedFor: 'overwrite', otherHeaders: 'overwrite', upgrades: true, closed: null },
  });
  stops.push(() => edge.close());

  const stopProduct = async () => {
    for (const stop of productStops.splice(0).toReversed()) await stop();
  };
  return {
    source,
    context: product.context,
    sandbox,
    edge,
    api: { url: `http://127.0.0.1:${apiPort}`, request: createRequest(`http://127.0.0.1:${apiPort}`) },
    addWeb: (changes) => startWeb(changes, 0),
    runDoctor: ({ env: changes = {}, ...options } = {}) =>
      diagnose({
        mailTo: null,
        now: () => new Date(),
        logger,
        readFreeBytes,
        ...options,
        source: { ...source, ...changes },
      }),
    stopProduct,
    close: async () => {
      await stopProduct();
      for (const stop of stops.toReversed()) await stop();
    },
  };
};
