import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newEncryptionKey } from '#server/config/encryptionKeys.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { readCompose } from '../../scripts/compose/readCompose.ts';
import { startNginx } from '#testing/nginx/startNginx.ts';
import type { ScenarioContext } from './Scenario.ts';
import { createSite, launchProduct } from '#testing/startProduct.ts';
import type { End, Product, ProductSite } from '#testing/startProduct.ts';
import type { SandboxSite } from '#testing/sandbox/startSandbox.ts';
import { hangMs } from './hangMs.ts';

export const scaledRoles = ['web', 'api', 'worker'] as const;
export type ScaledRole = (typeof scaledRoles)[number];

/** One of several processes with the same role. */
export type Instance = { name: string; role: ScaledRole; site: ProductSite; product: Product };

export type Scaled = {
  /** Address for people: nginx. */
  url: string;
  sandbox: SandboxSite;
  databaseUrl: string;
  instances: readonly Instance[];
  of(role: ScaledRole): Instance[];
  /** Changes a variable in the install's `.env`, which instances read at startup. */
  setVariable(name: string, value: string): void;
  /** Ends an instance, starts it again at the same address, and waits until it serves requests. */
  replace(instance: Instance, signal: NodeJS.Signals): Promise<End>;
};

const defaultInstances: Readonly<Record<ScaledRole, number>> = { web: 2, api: 2, worker: 2 };

/** The number of requests that a process has served according to its metrics, excluding requests for metrics. */
const countAnswered = async (address: string): Promise<number> => {
  const response = await fetch(`${address}/metrics`);
  if (!response.ok) throw new Error(`${address}/metrics answered ${response.status}`);
  const counters = (await response.text()).matchAll(/^leadlight_http_requests_total\{(.*)\} (\d+)$/gm);
  return [...counters]
    .filter(([, labels]) => !labels?.includes('route="/metrics"'))
    .reduce((sum, [, , count]) => sum + Number(count), 0);
};

/**
 * Runs the profile `scale` of docker-compose.yml as processes on this machine: two of each role on one PostgreSQL, behind
 * the project's nginx, with the environment from the file. All start at once. Only the addresses differ, and the sandbox
 * replaces the platforms.
 * @param variables more variables of `.env`; with DATABASE_URL, no PostgreSQL is started
 */
export const startScaled = async (
  context: ScenarioContext,
  variables: Readonly<Record<string, string>> = {},
  counts = defaultInstances,
): Promise<Scaled> => {
  const sandbox = await context.startSandbox();
  const databaseUrl = variables['DATABASE_URL'] ?? (await context.startPostgres()).url;
  const folder = join(context.folder, 'nginx');
  await mkdir(folder, { recursive: true });

  const sites = await Promise.all(
    scaledRoles.flatMap((role) =>
      Array.from({ length: counts[role] }, async (_, index) => ({
        role,
        name: `${role}-${index + 1}`,
        site: await createSite({ folder: context.folder, roles: role }),
      })),
    ),
  );
  const hostsOf = (asked: ScaledRole): string[] =>
    sites.filter(({ role }) => role === asked).map(({ site }) => new URL(site.url).host);
  const nginx = await startNginx({ folder, web: hostsOf('web'), api: hostsOf('api'), limits: 'none' });
  context.onEnd(() => nginx.end());

  const install: Record<string, string> = {
    ...sandbox.environment,
    PUBLIC_URL: nginx.url,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: newEncryptionKey(),
    LOG_LEVEL: 'warn',
    ...variables,
  };
  /** Replaces the site's environment with the file's for the role. */
  const configure = ({ role, site }: Pick<Instance, 'role' | 'site'>): void => {
    const { environment } = readCompose(install)[role] ?? {};
    if (environment === undefined) throw new Error(`docker-compose.yml has no service ${role}`);
    const inner = role === 'web' ? { API_URL: nginx.apiUrl ?? '' } : {};
    Object.assign(site.env, { ENCRYPTION_KEY: '' }, environment, inner);
  };
  const instances = sites.map((place): Instance => {
    configure(place);
    return { ...place, product: launchProduct(place.site) };
  });
  await Promise.all(instances.map(({ product }) => product.ready));

  /** Waits until nginx uses an instance again. nginx avoids failed instances for a few seconds. */
  const awaitPart = async ({ name, role, site }: Instance): Promise<void> => {
    if (role === 'worker') return;
    const address = role === 'web' ? site.url : site.apiUrl;
    await waitUntil(async () => (await countAnswered(address)) > 0, {
      timeoutMs: hangMs,
      everyMs: 200,
      what: `requests at ${name}`,
    });
  };

  return {
    url: nginx.url,
    sandbox,
    databaseUrl,
    instances,
    of: (role) => instances.filter((instance) => instance.role === role),
    setVariable: (name, value) => {
      install[name] = value;
      for (const instance of instances) configure(instance);
    },
    replace: async (instance, signal) => {
      const end = await instance.product.end(signal);
      instance.product = launchProduct(instance.site);
      await instance.product.ready;
      await awaitPart(instance);
      return end;
    },
  };
};
