import { resolve } from 'node:path';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import { weighBuild } from '../scripts/budgets/weighBuild.ts';
import { median, residentMegabytes, treeMegabytes } from '../scripts/faults/measure.ts';
import { createSite, launchProduct } from '#testing/startProduct.ts';
import { assembleImage } from '../scripts/image/assembleImage.ts';
import { sizeOf } from '../scripts/image/sizeOf.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import type { Cleanup } from './cleanup.ts';
import { idleMegabytes, peakTreeMegabytes } from './measure.ts';
import { registerPerson } from '#testing/people.ts';
import { startShipped } from './startShipped.ts';
import type { Shipped, ShippedOptions } from './startShipped.ts';

const rounds = 5;
const peakRounds = 3;
const quickRounds = 1;
const storedLeads = 20_000;
const quickStoredLeads = 100;
const megabyte = 1_000_000;

/** Stores a person with leads for the next starts. */
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

const timeStart = async (options: ShippedOptions): Promise<number> => {
  const begun = performance.now();
  const product = await startShipped(options);
  const seconds = (performance.now() - begun) / 1000;
  await product.stop();
  return seconds;
};

const toFigure = (name: string, values: readonly number[], unit: string, atMost: number): Metric => {
  const range = { min: Math.min(...values), max: Math.max(...values) };
  return { name, value: median(values), unit, range, target: { atMost } };
};

/** Measures from the start of the process until it is ready, with the data of the previous start. */
const measureStarts = async (
  name: string,
  options: ShippedOptions,
  atMost: number,
  { isQuick }: BenchmarkOptions,
): Promise<Metric> => {
  await withCleanup(async (each) => {
    await fill(await each.use(startShipped(options)), isQuick ? quickStoredLeads : storedLeads);
  });
  const times: number[] = [];
  for (let round = 0; round < (isQuick ? quickRounds : rounds); round += 1) times.push(await timeStart(options));
  return toFigure(name, times, 's', atMost);
};

/** The same with a new folder each time, where the database is created first. */
const measureNewFolders = async (name: string, atMost: number, { isQuick }: BenchmarkOptions): Promise<Metric> => {
  const times: number[] = [];
  for (let round = 0; round < (isQuick ? quickRounds : rounds); round += 1) times.push(await timeStart({}));
  return toFigure(name, times, 's', atMost);
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

/** The size that the image adds to its base, without the compile cache. */
const measureImage = async (cleanup: Cleanup): Promise<number> => {
  const folder = await cleanup.makeFolder();
  await assembleImage({ project: resolve(import.meta.dirname, '..'), to: folder });
  return (await sizeOf(folder)).bytes / megabyte;
};

const toName = (part: string): string => part.toLowerCase().replaceAll(/[^a-z]+/g, '-');

/**
 * The cost of an unused install: the time until ready, the memory during the start and at idle, the size of the image, and the
 * size of what browsers load. With the embedded database, the memory includes the database.
 */
export const start = (options: BenchmarkOptions): Promise<Metric[]> =>
  withCleanup(async (cleanup) => {
    const postgres = await cleanup.use(startPostgres());
    const onPostgres = { databaseUrl: postgres.url };
    const dataDir = await cleanup.makeFolder();

    const metrics = [
      await measureStarts('start.ready.postgres', onPostgres, 2, options),
      await measureStarts('start.ready.embedded', { dataDir }, 1, options),
      await measureNewFolders('start.ready.embeddedNew', 3, options),
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
