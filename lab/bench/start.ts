import { resolve } from 'node:path';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import { weighBuild } from '../../scripts/budgets/weighBuild.ts';
import { median, residentMegabytes, treeMegabytes } from '#lab/faults/measure.ts';
import { createSite, launchProduct } from '#testing/startProduct.ts';
import { assembleImage } from '../../scripts/image/assembleImage.ts';
import { sizeOf } from '#lab/image/sizeOf.ts';
import { createBarePostgres, startBarePostgres } from './barePostgres.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import type { Cleanup } from './cleanup.ts';
import { compare, comparedMetrics } from './compare.ts';
import { idleMegabytes, peakTreeMegabytes } from './measure.ts';
import { registerPerson } from '#testing/people.ts';
import { startBare } from './startBare.ts';
import { startShipped } from './startShipped.ts';
import type { Shipped, ShippedOptions } from './startShipped.ts';

const peakRounds = 3;
const quickRounds = 1;
const storedLeads = 20_000;
const quickStoredLeads = 100;
const megabyte = 1_000_000;

/** Stores a person with leads before the measured starts. */
const fill = async (product: Shipped, count: number): Promise<void> => {
  const person = await registerPerson(product);
  const leads = Array.from({ length: count }, (_, number) => ({
    id: String(1_000_000_000_000_000 + number),
    Name: `Person ${number} Example`,
    EmailAddress: `person.${number}@example.test`,
  }));
  const { status, body } = await person.request(saveCustomLeads, { body: { leads } });
  if (status !== 200) throw new Error(`The leads were refused: ${status} ${body.message}`);
};

type Start = () => Promise<{ stop(): unknown }>;

const timeStart = async (begin: Start): Promise<{ seconds: number }> => {
  const begun = performance.now();
  const started = await begin();
  const seconds = (performance.now() - begun) / 1000;
  await started.stop();
  return { seconds };
};

/** Time from process start until ready. The reference starts only the bare programs that the product consists of. */
const measureStarts = async (
  name: string,
  { product, bare, atMost }: { product: Start; bare: Start; atMost: number },
  { isQuick }: BenchmarkOptions,
): Promise<Metric[]> => {
  const compared = await compare({ isQuick, subject: () => timeStart(product), reference: () => timeStart(bare) });
  const names = [`start.ready.${name}`, `start.bare.${name}`, `start.ratio.${name}`] as const;
  const [ready, ...others] = comparedMetrics(compared.of('seconds'), names, 's');
  return [{ ...ready, target: { atMost } }, ...others];
};

const startBareNode = () => startBare('fixedJson.ts', { json: '{}' });

/** Starts Node first, because in the product Node starts the server. */
const startBareInstall = async (folder: string, { isNew }: { isNew: boolean }): ReturnType<Start> => {
  const node = await startBareNode();
  if (isNew) await createBarePostgres(folder);
  const server = await startBarePostgres(folder);
  return {
    stop: async () => {
      await server.stop();
      await node.stop();
    },
  };
};

/** Starts on PostgreSQL, on a folder with data, and on a new folder, where the product first creates the database. */
const measureAllStarts = async (
  cleanup: Cleanup,
  { onPostgres, onFolder }: Record<'onPostgres' | 'onFolder', ShippedOptions>,
  options: BenchmarkOptions,
): Promise<Metric[]> => {
  const count = options.isQuick ? quickStoredLeads : storedLeads;
  for (const settings of [onPostgres, onFolder])
    await withCleanup(async (each) => fill(await each.use(startShipped(settings)), count));
  const bareFolder = await cleanup.makeFolder();
  await createBarePostgres(bareFolder);
  const starts = {
    postgres: { product: () => startShipped(onPostgres), bare: startBareNode, atMost: 2 },
    embedded: {
      product: () => startShipped(onFolder),
      bare: () => startBareInstall(bareFolder, { isNew: false }),
      atMost: 1,
    },
    embeddedNew: {
      product: () => startShipped(),
      bare: async () => startBareInstall(await cleanup.makeFolder(), { isNew: true }),
      atMost: 3,
    },
  };
  const metrics: Metric[] = [];
  for (const [name, start] of Object.entries(starts)) metrics.push(...(await measureStarts(name, start, options)));
  return metrics;
};

const toFigure = (name: string, values: readonly number[], unit: string, atMost: number): Metric => {
  const range = { min: Math.min(...values), max: Math.max(...values) };
  return { name, value: median(values), unit, range, target: { atMost } };
};

const peakMs = 5_000;

/** Peak memory of the product with its embedded database during a start on a new folder, and on the same folder again. */
const measurePeaks = async (cleanup: Cleanup, { isQuick }: BenchmarkOptions): Promise<Metric[]> => {
  const folder = await cleanup.makeFolder();
  const peaks = { new: [] as number[], existing: [] as number[] };
  for (let round = 0; round < (isQuick ? quickRounds : peakRounds); round += 1) {
    const site = await createSite({ folder, env: { NODE_ENV: 'production' } });
    for (const kind of ['new', 'existing'] as const) {
      const product = launchProduct(site);
      peaks[kind].push(await peakTreeMegabytes(product.pid, peakMs));
      await product.ready;
      await product.end('SIGTERM');
    }
  }
  return [
    toFigure('start.peak.embedded.new', peaks.new, 'MB', 350),
    toFigure('start.peak.embedded.existing', peaks.existing, 'MB', 350),
  ];
};

const measureIdle = (
  settings: ShippedOptions,
  options: BenchmarkOptions,
  measure = residentMegabytes,
): Promise<number> =>
  withCleanup(async (each) => idleMegabytes((await each.use(startShipped(settings))).pid, options, measure));

/** The size that the image adds to its base, excluding the compile cache. */
const measureImage = async (cleanup: Cleanup): Promise<number> => {
  const folder = await cleanup.makeFolder();
  await assembleImage({ project: resolve(import.meta.dirname, '..'), to: folder });
  return (await sizeOf(folder)).bytes / megabyte;
};

const toName = (part: string): string => part.toLowerCase().replaceAll(/[^a-z]+/g, '-');

/**
 * The cost of an unused install: time until ready, memory during the start and at idle, image size, and bytes that browsers
 * load. With the embedded database, the memory includes the database.
 */
export const start = (options: BenchmarkOptions): Promise<Metric[]> =>
  withCleanup(async (cleanup) => {
    const postgres = await cleanup.use(startPostgres());
    const onPostgres = { databaseUrl: postgres.url };
    const dataDir = await cleanup.makeFolder();

    const metrics = [
      ...(await measureAllStarts(cleanup, { onPostgres, onFolder: { dataDir } }, options)),
      ...(await measurePeaks(cleanup, options)),
    ];
    const idle: [name: string, settings: ShippedOptions, target?: Metric['target']][] = [
      ['postgres.all', onPostgres, { atMost: 150 }],
      ['postgres.web', { roles: 'web', env: { API_URL: 'http://127.0.0.1:9' } }],
      ['postgres.api', { ...onPostgres, roles: 'api' }],
      ['postgres.worker', { ...onPostgres, roles: 'worker' }],
    ];
    for (const [name, settings, target] of options.isQuick ? idle.slice(0, 1) : idle) {
      const value = await measureIdle(settings, options);
      metrics.push({ name: `start.idle.${name}`, value, unit: 'MB', target });
    }
    const embedded = await measureIdle({ dataDir }, options, treeMegabytes);
    metrics.push({ name: 'start.idle.embedded.all', value: embedded, unit: 'MB', target: { atMost: 220 } });
    metrics.push({ name: 'start.image', value: await measureImage(cleanup), unit: 'MB', target: { atMost: 100 } });
    for (const { name, bytes, kb } of (await weighBuild()).weights)
      metrics.push({ name: `start.loaded.${toName(name)}`, value: bytes / 1000, unit: 'KB', target: { atMost: kb } });
    return metrics;
  });
