import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { importLimits } from '#shared/limits.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { compare, comparedMetrics } from './compare.ts';

const quickRows = 5_000;
const program = fileURLToPath(new URL('./csvProcess.ts', import.meta.url));
const told = z.object({ rows: z.number(), ms: z.number(), megabytes: z.number() });

const parseInProcess = (parser: string, rows: number): Promise<z.output<typeof told>> =>
  new Promise((resolve, reject) => {
    const child = fork(program, [parser, String(rows)], { execArgv: ['--expose-gc'] });
    let outcome: unknown;
    child.once('message', (message) => {
      outcome = message;
    });
    child.once('exit', (code) => {
      if (code === 0) resolve(told.parse(outcome));
      else reject(new Error(`${parser} ended with ${code}`));
    });
  });

/**
 * The two parsers of imported files and the server's parser for shared sheets, each with matching papaparse settings, and
 * the reader of leads, whose reference also reads each phone number.
 */
const parsers = [
  { parser: 'quoted', reference: 'papaparse', atMost: 1.2 },
  { parser: 'literal', reference: 'papaparseLiteral', atMost: 1.2 },
  { parser: 'sheet', reference: 'papaparse', atMost: 1.2 },
  { parser: 'leads', reference: 'papaparsePhones', atMost: 1.3 },
] as const;

/**
 * Parses a CSV of 100,000 rows and 22 columns, a tenth of them quoted, with the product's parsers, each in a new process.
 * The reference is papaparse's stream, which keeps all rows too. Targets: at most 1.2 times the time, 1.3 for the leads of a
 * download, and twice the memory.
 */
export const csv = async ({ isQuick }: BenchmarkOptions): Promise<Metric[]> => {
  const rows = isQuick ? quickRows : importLimits.rows;
  const metrics: Metric[] = [];
  for (const { parser, reference, atMost } of parsers) {
    // In the literal mode, each line of a quoted value is a row.
    const expected = reference === 'papaparseLiteral' ? (await parseInProcess(reference, rows)).rows : rows;
    const measure = async (name: string) => {
      const { rows: found, ms, megabytes } = await parseInProcess(name, rows);
      if (found !== expected) throw new Error(`${name} found ${found} rows of ${expected}`);
      return { ms, megabytes };
    };
    const compared = await compare({ isQuick, subject: () => measure(parser), reference: () => measure(reference) });
    const names = (metric: string) =>
      [`csv.${parser}.${metric}`, `csv.${parser}.papaparse.${metric}`, `csv.${parser}.${metric}Ratio`] as const;
    metrics.push(
      ...comparedMetrics(compared.of('ms'), names('time'), 'ms', { atMost }),
      ...comparedMetrics(compared.of('megabytes'), names('memory'), 'MB', { atMost: 2 }),
    );
  }
  return metrics;
};
