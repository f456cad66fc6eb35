import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, openSync, closeSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Step } from '#server/lib/flow/steps.ts';
import { freePort } from '#server/testing/freePort.ts';
import { startSettings } from './startSettings.ts';

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const preload = (name: string): string[] => ['--import', new URL(name, import.meta.url).href];

/** Where a product lives from one start to the next: its ports, its data and its environment. */
export type ProductSite = {
  /** Address for people and for webhooks: the web role where there is one, else the API. */
  url: string;
  /** Address of the API role itself. */
  apiUrl: string;
  env: Record<string, string>;
  files: { log: string; steps: string; clock: string };
};

export type SiteOptions = {
  folder: string;
  /** Of the sandbox, `sandbox.environment`; may be changed, e.g. for an address behind a proxy. */
  environment?: Record<string, string>;
  /** A PostgreSQL server; without it the embedded database. */
  databaseUrl?: string;
  /** Several roles with commas between; all of them unless named. */
  roles?: string;
  env?: Record<string, string>;
};

/** In ms since 1970, as the steps of a product are noted; never set back. */
export const now = (): number => performance.timeOrigin + performance.now();

let sites = 0;

/** Finds a place for a product. Several of one database share its key: pass the `env` of the first. */
export const createSite = async ({
  folder,
  environment,
  databaseUrl,
  roles,
  env,
}: SiteOptions): Promise<ProductSite> => {
  const [port, apiPort] = await Promise.all([freePort(), freePort()]);
  sites += 1;
  const home = join(folder, `product-${sites}`);
  // What a killed process leaves in the temporary folder goes with the scenario's own.
  mkdirSync(join(home, 'tmp'), { recursive: true });
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const url = roles !== undefined && !roles.includes('web') ? apiUrl : `http://127.0.0.1:${port}`;
  return {
    url,
    apiUrl,
    files: { log: join(home, 'log'), steps: join(home, 'steps'), clock: join(home, 'clock') },
    env: {
      PORT: String(port),
      API_PORT: String(apiPort),
      PUBLIC_URL: url,
      DATA_DIR: join(home, 'data'),
      TMPDIR: join(home, 'tmp'),
      LOG_LEVEL: 'warn',
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ...(roles === undefined ? {} : { ROLES: roles }),
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...environment,
      ...env,
    },
  };
};

export type End = { code: number | null; signal: NodeJS.Signals | null };

export type FaultProduct = {
  process: ChildProcess;
  site: ProductSite;
  /** When it said that it is ready, in ms since 1970. @throws when it ends before */
  ready: Promise<number>;
  ended: Promise<End>;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<End>;
};

export type LaunchOptions = {
  /** `import.batchStored#7`: the process is killed when it reaches the step for the 7th time. */
  killAt?: string;
  /** Makes the process read its clock from `site.files.clock`, which has to hold a figure. */
  shiftsClock?: boolean;
};

/** Every variable of this process that concerns the product is left behind. */
const inherited = (): Record<string, string> =>
  Object.fromEntries(['PATH', 'HOME'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

const running = new Set<ChildProcess>();

/** Ends what still runs; for the end of a scenario. */
export const endProducts = async (): Promise<void> => {
  await Promise.all(
    [...running].map(async (child) => {
      const ended = new Promise((resolve) => {
        child.once('exit', resolve);
      });
      child.kill('SIGKILL');
      await ended;
    }),
  );
};

/** Starts a product as its own process, without waiting for it. */
export const launchProduct = (site: ProductSite, { killAt, shiftsClock = false }: LaunchOptions = {}): FaultProduct => {
  const log = openSync(site.files.log, 'a');
  const child = fork(main, {
    execArgv: [...startSettings.flags, ...preload('./killAt.ts'), ...(shiftsClock ? preload('./shiftClock.ts') : [])],
    env: {
      ...inherited(),
      ...startSettings.env,
      ...site.env,
      FAULT_STEPS_FILE: site.files.steps,
      ...(killAt === undefined ? {} : { FAULT_KILL_AT: killAt }),
      ...(shiftsClock ? { FAULT_CLOCK_FILE: site.files.clock } : {}),
    },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  running.add(child);
  const ended = new Promise<End>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    });
  });
  const ready = new Promise<number>((resolve, reject) => {
    child.on('message', (message: { ready?: boolean }) => {
      if (message.ready) resolve(now());
    });
    void ended.then(({ code, signal }) =>
      reject(
        new Error(
          `The product ended with ${signal ?? code} before it was ready:\n${readFileSync(site.files.log, 'utf8').slice(-2_000)}`,
        ),
      ),
    );
  });
  // Without a caller that waits, nobody handles the rejection.
  ready.catch(() => {});
  return {
    process: child,
    site,
    ready,
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
};

/** Starts a product and waits until it is ready. */
export const startProduct = async (site: ProductSite, options?: LaunchOptions): Promise<FaultProduct> => {
  const product = launchProduct(site, options);
  await product.ready;
  return product;
};

/** A step that a product of the site has reached; `at` in ms since 1970. */
export type ReachedStep = { step: Step; at: number; pid: number };

export const readSteps = ({ files }: ProductSite): ReachedStep[] =>
  existsSync(files.steps)
    ? readFileSync(files.steps, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): ReachedStep => JSON.parse(line))
    : [];
