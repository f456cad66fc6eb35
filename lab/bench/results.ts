import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { isMet } from './Benchmark.ts';
import type { Metric } from './Benchmark.ts';

/* The metrics of each benchmark's latest run: `lab/bench/results/latest.json`. */

const target = z.union([z.object({ atLeast: z.number() }), z.object({ atMost: z.number() })]);
const metric = z.object({
  name: z.string(),
  value: z.number(),
  unit: z.string(),
  range: z.object({ min: z.number(), max: z.number() }).optional(),
  target: target.optional(),
  isMet: z.boolean().optional(),
});
const ran = z.object({
  date: z.string(),
  cores: z.number(),
  processor: z.string(),
  memoryGb: z.number(),
  node: z.string(),
  seconds: z.number(),
});
const entry = z.object({ ran, metrics: z.array(metric) });

type Results = Record<string, z.infer<typeof entry>>;

const folder = new URL('./results/', import.meta.url);
const file = fileURLToPath(new URL('latest.json', folder));

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Drops entries that an older revision wrote in another shape. */
export const parseResults = (text: string): Results =>
  Object.fromEntries(
    Object.entries(z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).data ?? {}).flatMap(
      ([name, found]) => {
        const { data } = entry.safeParse(found);
        return data ? [[name, data]] : [];
      },
    ),
  );

/** The latest results on this machine. */
export const readResults = async (): Promise<Results> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isAbsent(error)) return '{}';
    throw error;
  });
  return parseResults(text);
};

/** Replaces the results of one benchmark and keeps all others. */
export const saveResults = async (name: string, metrics: readonly Metric[], seconds: number): Promise<void> => {
  const all = await readResults();
  all[name] = {
    ran: {
      date: new Date().toISOString(),
      cores: cpus().length,
      processor: cpus()[0]?.model ?? 'unknown',
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      seconds: Math.round(seconds),
    },
    metrics: metrics.map((one) => (one.target === undefined ? one : { ...one, isMet: isMet(one) })),
  };
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
};
