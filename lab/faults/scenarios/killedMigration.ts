import { worst } from '#lab/faults/measure.ts';
import { atMost } from '#lab/faults/metrics.ts';
import { registerPerson } from '#testing/people.ts';
import type { ScenarioContext, ScenarioRun } from '#lab/faults/Scenario.ts';
import { createSite, launchProduct, now, readSteps, startProduct } from '#testing/startProduct.ts';
import type { ProductSite } from '#testing/startProduct.ts';

const readyAtMostMs = 5_000;

/** Starts products at the same time. @returns how long it takes until all are ready */
const timeStarts = async (sites: readonly ProductSite[]) => {
  const startedAt = now();
  const products = await Promise.all(sites.map((site) => startProduct(site)));
  return { products, ms: now() - startedAt };
};

/** Kills the product after the migrations but before their commit, then starts one or two processes. */
const migrate = async (context: ScenarioContext, [site, ...others]: [ProductSite, ...ProductSite[]]) => {
  await launchProduct(site, { killAt: 'database.migrated' }).ended;
  const { products, ms } = await timeStarts([site, ...others]);
  // Every product has to work.
  for (const each of products) await registerPerson(each);
  for (const product of products) await product.end('SIGTERM');
  const again = await timeStarts([site]);
  await again.products[0]?.end('SIGTERM');
  const kills = readSteps(site).filter(({ step }) => step === 'database.migrated').length;
  context.log(
    `ready after ${Math.round(ms)} ms, and after ${Math.round(again.ms)} ms once more; migrated ${kills} times`,
  );
  return { ms, againMs: again.ms };
};

/** Kills a process during a migration, then starts two processes at once. */
export const killedMigration: ScenarioRun = async (context) => {
  const embedded: Awaited<ReturnType<typeof migrate>>[] = [];
  for (let number = 0; number < context.runs; number += 1)
    embedded.push(await migrate(context, [await createSite({ folder: context.folder })]));
  const server: Awaited<ReturnType<typeof migrate>>[] = [];
  if (!context.isShort) {
    const postgres = await context.startPostgres();
    const options = { folder: context.folder, roles: 'api,worker', databaseUrl: postgres.url };
    server.push(await migrate(context, [await createSite(options), await createSite(options)]));
  }
  return {
    metrics: [
      { name: 'ready on a new folder', value: worst(embedded.map(({ ms }) => ms)), unit: 'ms' },
      atMost('ready again', worst([...embedded, ...server].map(({ againMs }) => againMs)), readyAtMostMs, 'ms'),
      { name: 'two starts at once', value: worst(server.map(({ ms }) => ms)), unit: 'ms' },
    ],
  };
};
