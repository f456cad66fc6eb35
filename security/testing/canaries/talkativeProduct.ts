import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Pool } from 'pg';
import { startSandbox } from '#testing/sandbox/sandbox.ts';
import type { RunningSandbox } from '#testing/sandbox/sandbox.ts';
import { createRequest } from '#testing/api/createRequest.ts';
import type { ApiRequest } from '#testing/api/createRequest.ts';
import { freePort } from '#testing/freePort.ts';
import { withDatabase } from '#testing/database/withDatabase.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import { removeFolder } from '#testing/removeFolder.ts';
import { createSite, startProduct } from '#testing/startProduct.ts';
import type { Product, ProductSite } from '#testing/startProduct.ts';
import { startTogether } from '#testing/startTogether.ts';
import { startLeakyPlatform } from './leakyPlatform.ts';
import type { LeakyPlatform } from './leakyPlatform.ts';
import { idempotencyKey, mark, sent, settings } from './marks.ts';
import { startMailServer } from './startMailServer.ts';
import type { CanaryMailServer } from './startMailServer.ts';

export type TalkativeProduct = {
  site: ProductSite;
  process: Product;
  platform: LeakyPlatform;
  sandbox: RunningSandbox;
  mailServer: CanaryMailServer;
  /** For a superuser, without the product's password; null with the embedded database. */
  databaseUrl: string | null;
  /** The bodies of all error responses. */
  refusals: string[];
  /** Sends a request with a browser's headers. Records error responses. */
  ask: (path: string, init?: RequestInit) => Promise<Response>;
  call: ApiRequest;
  readLog: () => Promise<string>;
  withDatabase: <T>(use: (db: Client | Pool) => Promise<T>) => Promise<T>;
  stop: () => Promise<void>;
};

/** Throws an error that carries a whole call, like an HTTP client's. Its own message may be in a stack trace. */
const fatalPreload = `data:text/javascript,${encodeURIComponent(
  `process.on('SIGUSR2', () => { const leak = process.env.UNCAUGHT;
   const cause = Object.assign(new Error('a call failed'), { response: { data: leak }, detail: leak });
   throw Object.assign(new Error('the end', { cause }), { config: { headers: { authorization: leak } } }); });`,
)}`;

const onServer = async <T>(url: string, use: (db: Client) => Promise<T>): Promise<T> => {
  const db = new Client({ connectionString: url });
  await db.connect();
  try {
    return await use(db);
  } finally {
    await db.end();
  }
};

/** Creates a database role with a password. @returns its URL */
const addRole = async (url: string, password: string): Promise<string> => {
  const role = `canary_${randomBytes(4).toString('hex')}`;
  await onServer(url, (db) => db.query(`create role ${role} superuser login password '${password}'`));
  return Object.assign(new URL(url), { username: role, password }).href;
};

/** The product with verbose logging, between platforms and a mail server that repeat what they receive. */
export const startTalkativeProduct = (engine: 'embedded' | 'server'): Promise<TalkativeProduct> =>
  startTogether(async (onStop) => {
    const platform = await startLeakyPlatform();
    onStop(() => platform.close());
    const sandboxPort = await freePort();
    const sandbox = await startSandbox({ port: sandboxPort, url: platform.url });
    onStop(() => sandbox.close());
    platform.forwardTo(`http://127.0.0.1:${sandboxPort}`);
    const mailServer = await startMailServer();
    onStop(() => mailServer.close());
    const folder = await mkdtemp(join(tmpdir(), 'll-canaries-'));
    onStop(() => removeFolder(folder));
    const postgres = engine === 'server' ? await startPostgres() : null;
    onStop(() => postgres?.stop());
    const site = await createSite({
      folder,
      environment: sandbox.environment,
      ...(postgres ? { databaseUrl: await addRole(postgres.url, settings.databasePassword) } : {}),
      env: {
        NODE_ENV: 'test',
        LOG_LEVEL: 'trace',
        ENCRYPTION_KEY: settings.key,
        OPERATOR_TOKEN: settings.operatorToken,
        FACEBOOK_VERIFY_TOKEN: settings.verifyToken,
        SMTP_URL: mailServer.urlFor('leadlight', settings.smtpPassword),
        AUTOSYNC_INTERVAL_SECONDS: '1',
        RECONCILE_INTERVAL_SECONDS: '2',
        NODE_OPTIONS: `--import=${fatalPreload}`,
        UNCAUGHT: sent.uncaught,
      },
    });
    const product = await startProduct(site);
    onStop(async () => {
      if (product.process.exitCode === null) await product.end('SIGKILL');
    });
    const request = createRequest(site.url);
    const refusals: string[] = [];

    const withEmbedded = <T>(use: (db: Pool) => Promise<T>): Promise<T> =>
      withDatabase({ dataDir: site.env['DATA_DIR'] ?? '' }, ({ pool }) => use(pool));

    return {
      site,
      process: product,
      platform,
      sandbox,
      mailServer,
      databaseUrl: postgres?.url ?? null,
      refusals,
      ask: async (path, init = {}) => {
        const headers = { cookie: `session=${sent.cookie}`, ...Object.fromEntries(new Headers(init.headers)) };
        const response = await fetch(`${site.url}${path}`, { redirect: 'manual', ...init, headers });
        if (response.status >= 400) refusals.push(await response.clone().text());
        return response;
      },
      call: async (endpoint, options = {}) => {
        const answer = await request(endpoint, {
          ...options,
          headers: { cookie: `session=${sent.cookie}`, 'idempotency-key': mark(idempotencyKey), ...options.headers },
        });
        if (answer.status >= 400) refusals.push(JSON.stringify(answer.body));
        return answer;
      },
      readLog: () => readFile(site.files.log, 'utf8'),
      withDatabase: (use) => (postgres ? onServer(postgres.url, use) : withEmbedded(use)),
    };
  });
