import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, openSync, closeSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Step } from '#server/lib/flow/steps.ts';
import { freePort } from './freePort.ts';
import { removeFolder } from './removeFolder.ts';
import { startEnv, startFlags } from '../scripts/image/startSettings.ts';

const main = fileURLToPath(new URL('../server/main.ts', import.meta.url));
const preload = (name: string): string[] => ['--import', new URL(name, import.meta.url).href];

/** The parts of a product that survive a restart: ports, data and environment. */
export type ProductSite = {
  /** Address for people and webhooks: the web role if there is one, otherwise the API. */
  url: string;
  /** Address of the API role itself. */
  apiUrl: string;
  /** Address of the sandbox. Only with the option `sandbox`. */
  sandboxUrl: string;
  env: Record<string, string>;
  dataDir: string;
  files: { log: string; steps: string; clock: string };
  /** Deletes the site's temporary folder, if it has one. */
  remove(): Promise<void>;
};

export type SiteOptions = {
  /** An existing folder. Without it, the site gets a temporary one. */
  folder?: string;
  /** A data folder that outlives the site. */
  dataDir?: string;
  /** The port of the web role. */
  port?: number;
  /** Runs the sandbox inside the product, in production mode. */
  sandbox?: boolean;
  /** The `environment` of a separate sandbox, changed if needed, e.g. for an address behind a proxy. */
  environment?: Record<string, string>;
  /** A PostgreSQL server; the embedded database by default. */
  databaseUrl?: string;
  /** Separated by commas; all roles by default. */
  roles?: string;
  env?: Record<string, string>;
};

/** Milliseconds since 1970, as in the step log. Never goes backward. */
export const now = (): number => performance.timeOrigin + performance.now();

let sites = 0;

const sandboxVariables = (port: number): Record<string, string> => ({
  NODE_ENV: 'production',
  SANDBOX: 'true',
  SANDBOX_PORT: String(port),
  LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'error',
});

/** One key for all products, because those that share a database need the same one. */
const encryptionKey = randomBytes(32).toString('base64');

/** Chooses ports and folders. */
export const createSite = async (options: SiteOptions = {}): Promise<ProductSite> => {
  const { sandbox = false, environment, databaseUrl, roles, env } = options;
  const [freeWebPort, apiPort, sandboxPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const port = options.port ?? freeWebPort;
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'll-product-')));
  sites += 1;
  const home = join(folder, `product-${sites}`);
  const dataDir = options.dataDir ?? join(home, 'data');
  // A killed process leaves temporary files behind. They are deleted with the site.
  mkdirSync(join(home, 'tmp'), { recursive: true });
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const webUrl = `http://${sandbox ? 'localhost' : '127.0.0.1'}:${port}`;
  const url = roles !== undefined && !roles.includes('web') ? apiUrl : webUrl;
  return {
    url,
    apiUrl,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    dataDir,
    files: { log: join(home, 'log'), steps: join(home, 'steps'), clock: join(home, 'clock') },
    env: {
      PORT: String(port),
      API_PORT: String(apiPort),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      TMPDIR: join(home, 'tmp'),
      LOG_LEVEL: 'warn',
      ENCRYPTION_KEY: encryptionKey,
      ...(sandbox ? sandboxVariables(sandboxPort) : {}),
      ...(roles === undefined ? {} : { ROLES: roles }),
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...environment,
      ...env,
    },
    remove: () => (options.folder === undefined ? removeFolder(folder) : Promise.resolve()),
  };
};

export type End = { code: number | null; signal: NodeJS.Signals | null };

export type Product = {
  process: ChildProcess;
  pid: number;
  site: ProductSite;
  /** Time in ms since 1970 at which the product was ready. Rejects if the product ends first. */
  ready: Promise<number>;
  ended: Promise<End>;
  isRunning(): boolean;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<End>;
  /** Ends the product with SIGTERM and removes its site. @throws when it does not stop in order */
  stop: () => Promise<void>;
} & Pick<ProductSite, 'url' | 'apiUrl' | 'sandboxUrl' | 'dataDir'>;

export type LaunchOptions = {
  /** `import.batchStored#7` kills the process when it reaches the step for the 7th time. */
  killAt?: string;
  /** Makes the process shift its clock by `site.files.clock`, which has to hold a number. */
  shiftsClock?: boolean;
  /** Where the log goes; `site.files.log` by default. */
  output?: 'log' | 'inherit';
  /** Preloads nothing, so that measurements see the product alone. */
  isMeasured?: boolean;
};

/** The environment of this process without the product's variables. */
const inherited = (): Record<string, string> =>
  Object.fromEntries(['PATH', 'HOME'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

const running = new Set<Product>();

/** Ends all running products at the end of a scenario. */
export const endProducts = (): Promise<unknown> => Promise.all([...running].map((product) => product.end('SIGKILL')));

const readLogEnd = ({ files }: ProductSite): string =>
  existsSync(files.log) ? readFileSync(files.log, 'utf8').slice(-2_000) : '';

/** Starts a product in its own process, as `npm start` does, without waiting until it is ready. */
export const launchProduct = (
  site: ProductSite,
  { killAt, shiftsClock = false, output = 'log', isMeasured = false }: LaunchOptions = {},
): Product => {
  const log = output === 'log' ? openSync(site.files.log, 'a') : null;
  const child = fork(main, {
    execArgv: [
      ...startFlags(site.env['ROLES']),
      ...(isMeasured ? [] : preload('./killAt.ts')),
      ...(shiftsClock ? preload('./shiftClock.ts') : []),
    ],
    env: {
      ...inherited(),
      ...startEnv,
      ...site.env,
      FAULT_STEPS_FILE: site.files.steps,
      ...(killAt === undefined ? {} : { FAULT_KILL_AT: killAt }),
      ...(shiftsClock ? { FAULT_CLOCK_FILE: site.files.clock } : {}),
    },
    stdio: ['ignore', log ?? 'inherit', log ?? 'inherit', 'ipc'],
  });
  if (log !== null) closeSync(log);
  if (child.pid === undefined) throw new Error('The product has no process');
  const ended = new Promise<End>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(product);
      resolve({ code, signal });
    });
  });
  const ready = new Promise<number>((resolve, reject) => {
    child.on('message', (message: { ready?: boolean }) => {
      if (message.ready) resolve(now());
    });
    void ended.then(({ code, signal }) =>
      reject(new Error(`The product ended with ${signal ?? code} before it was ready:\n${readLogEnd(site)}`)),
    );
  });
  // Avoids unhandledRejection when no caller awaits it.
  ready.catch(() => {});
  const end = (signal: NodeJS.Signals): Promise<End> => {
    child.kill(signal);
    return ended;
  };
  const { url, apiUrl, sandboxUrl, dataDir } = site;
  const product: Product = {
    url,
    apiUrl,
    sandboxUrl,
    dataDir,
    process: child,
    pid: child.pid,
    site,
    ready,
    ended,
    isRunning: () => running.has(product),
    end,
    stop: async () => {
      const { code, signal } = await end('SIGTERM');
      await site.remove();
      if (code !== 0) throw new Error(`The product did not stop in order: it ended with ${signal ?? code}`);
    },
  };
  running.add(product);
  return product;
};

/** Starts a product at a site, new or existing, and waits until it is ready. A failed start leaves nothing behind. */
export const startProduct = async (at: ProductSite | SiteOptions, options?: LaunchOptions): Promise<Product> => {
  const site = 'files' in at ? at : await createSite(at);
  try {
    const product = launchProduct(site, options);
    await product.ready;
    return product;
  } catch (error) {
    await site.remove();
    throw error;
  }
};

/** A step that a product of the site has reached. `at` is in ms since 1970. */
export type ReachedStep = { step: Step; at: number; pid: number };

export const readSteps = ({ files }: ProductSite): ReachedStep[] =>
  existsSync(files.steps)
    ? readFileSync(files.steps, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): ReachedStep => JSON.parse(line))
    : [];
