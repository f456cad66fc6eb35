import { worst } from '../measure.ts';
import { registerPerson } from '#testing/people.ts';
import type { Scenario, ScenarioContext } from '../Scenario.ts';
import { createSite, launchProduct, now, readSteps, startProduct } from '#testing/startProduct.ts';
import type { ProductSite } from '#testing/startProduct.ts';

const readyAtMostMs = 5_000;

/** Starts a product and measures how long it takes to be ready. */
const timeStart = async (site: ProductSite) => {
  const startedAt = now();
  const product = launchProduct(site);
  const readyAt = await product.ready;
  return { product, ms: readyAt - startedAt };
};

/** Kills the product after the migrations but before their commit, then starts one or two processes. */
const migrate = async (context: ScenarioContext, makeSites: () => Promise<ProductSite[]>) => {
  const sites = await makeSites();
  const [site] = sites;
  if (!site) throw new Error('There is no site');
  await launchProduct(site, { killAt: 'database.migrated' }).ended;
  const startedAt = now();
  const products = await Promise.all(sites.map((each) => startProduct(each)));
  const ms = now() - startedAt;
  // Each of them works.
  for (const each of sites) await registerPerson(each);
  for (const product of products) await product.end('SIGTERM');
  const again = await timeStart(site);
  await again.product.end('SIGTERM');
  const kills = readSteps(site).filter(({ step }) => step === 'database.migrated').length;
  context.log(
    `ready after ${Math.round(ms)} ms, and after ${Math.round(again.ms)} ms once more; migrated ${kills} times`,
  );
  return { ms, againMs: again.ms };
};

/** A process dies during a migration, and two processes start at once. */
export const killedMigration: Scenario = {
  name: 'killed-migration',
  covers: ['R25'],
  runs: { full: 5, short: 1 },
  run: async (context) => {
    const roles = 'api,worker';
    const embedded: Awaited<ReturnType<typeof migrate>>[] = [];
    for (let number = 0; number < context.runs; number += 1)
      embedded.push(await migrate(context, async () => [await createSite({ folder: context.folder })]));
    const server: Awaited<ReturnType<typeof migrate>>[] = [];
    if (!context.isShort) {
      const postgres = await context.startPostgres();
      const options = { folder: context.folder, roles, databaseUrl: postgres.url };
      const first = await createSite(options);
      const second = await createSite({ ...options, env: { ENCRYPTION_KEY: first.env['ENCRYPTION_KEY'] ?? '' } });
      server.push(await migrate(context, async () => [first, second]));
    }
    return {
      lost: 0,
      doubled: 0,
      metrics: [
        { name: 'ready on a new folder', value: worst(embedded, ({ ms }) => ms), unit: 'ms' },
        {
          name: 'ready again',
          value: worst([...embedded, ...server], ({ againMs }) => againMs),
          unit: 'ms',
          atMost: readyAtMostMs,
        },
        { name: 'two starts at once', value: worst(server, ({ ms }) => ms), unit: 'ms' },
      ],
    };
  },
};
