import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { startPostgres } from '#server/testing/startPostgres.ts';
import { weighBuild } from '../scripts/budgets/weighBuild.ts';
import { median } from '../scripts/faults/measure.ts';
import { assembleImage } from '../scripts/image/assembleImage.ts';
import type { BenchmarkOptions, Figure } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import { idleMegabytes } from './measure.ts';
import { registerPerson } from './registerPerson.ts';
import { startShipped } from './startShipped.ts';
import type { Shipped, ShippedOptions } from './startShipped.ts';

const rounds = 5;
const quickRounds = 1;
const storedLeads = 20_000;
const quickStoredLeads = 100;
const megabyte = 1_000_000;

/** What a start finds: a person with leads. */
const fill = async ({ url }: Shipped, count: number): Promise<void> => {
  const { token } = await registerPerson(url);
  const leads = Array.from({ length: count }, (_, number) => ({
    id: String(1_000_000_000_000_000 + number),
    Name: `Person ${number} Example`,
    EmailAddress: `person.${number}@example.test`,
  }));
  const response = await fetch(`${url}${apiBase}${saveCustomLeads.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ leads }),
  });
  if (response.status !== 200) throw new Error(`The leads were refused: ${response.status} ${await response.text()}`);
};

/** From the start of the process to its word that it is ready, each time on what the one before has left. */
const measureStarts = async (name: string, options: ShippedOptions, { isQuick }: BenchmarkOptions): Promise<Figure> => {
  const first = await startShipped(options);
  try {
    await fill(first, isQuick ? quickStoredLeads : storedLeads);
  } finally {
    await first.stop();
  }
  const times: number[] = [];
  for (let round = 0; round < (isQuick ? quickRounds : rounds); round += 1) {
    const begun = performance.now();
    const product = await startShipped(options);
    times.push((performance.now() - begun) / 1000);
    await product.stop();
  }
  const range = { min: Math.min(...times), max: Math.max(...times) };
  return { name, value: median(times), unit: 's', range, target: { atMost: 2 } };
};

const measureIdle = async (options: ShippedOptions, benchmark: BenchmarkOptions): Promise<number> => {
  const product = await startShipped(options);
  try {
    return await idleMegabytes(product.pid, benchmark);
  } finally {
    await product.stop();
  }
};

/** What the image adds to its base, without the compiled code that the build of the image adds to it. */
const measureImage = async (): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'll-bench-image-'));
  try {
    await assembleImage({ project: resolve(import.meta.dirname, '..'), to: folder });
    let bytes = 0;
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
    return bytes / megabyte;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const toName = (part: string): string => part.toLowerCase().replaceAll(/[^a-z]+/g, '-');

/**
 * What an install costs before anybody uses it: from the start of the process to ready (at most 2 s) with data on either
 * database, memory at idle (at most 150 MB with all roles on PostgreSQL), the size of the image, and what browsers load.
 */
export const start = (options: BenchmarkOptions): Promise<Figure[]> =>
  withCleanup(async (cleanup) => {
    const postgres = await startPostgres();
    cleanup.add(() => postgres.stop());
    const onPostgres = { databaseUrl: postgres.url };
    const dataDir = await mkdtemp(join(tmpdir(), 'll-bench-'));
    cleanup.add(() => rm(dataDir, { recursive: true, force: true }));

    const figures = [
      await measureStarts('start.ready.postgres', onPostgres, options),
      await measureStarts('start.ready.embedded', { dataDir }, options),
    ];
    const idle: [name: string, settings: ShippedOptions, target?: Figure['target']][] = [
      ['postgres.all', onPostgres, { atMost: 150 }],
      ['postgres.web', { roles: 'web', env: { API_URL: 'http://127.0.0.1:9' } }],
      ['postgres.api', { ...onPostgres, roles: 'api' }],
      ['postgres.worker', { ...onPostgres, roles: 'worker' }],
      ['embedded.all', { dataDir }],
    ];
    for (const [name, settings, target] of options.isQuick ? idle.slice(0, 1) : idle) {
      const value = await measureIdle(settings, options);
      figures.push({ name: `start.idle.${name}`, value, unit: 'MB', ...(target === undefined ? {} : { target }) });
    }
    figures.push({ name: 'start.image', value: await measureImage(), unit: 'MB' });
    for (const { name, bytes, kb } of (await weighBuild()).weights)
      figures.push({ name: `start.loaded.${toName(name)}`, value: bytes / 1000, unit: 'KB', target: { atMost: kb } });
    return figures;
  });
