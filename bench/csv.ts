import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { importLimits } from '#shared/limits.ts';
import type { BenchmarkOptions, Figure } from './Benchmark.ts';
import { compare, comparedFigures } from './compare.ts';

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

/** The browser's two readings of a file, and the server's of a shared sheet; each with papaparse told to read as it does. */
const parsers = [
  { parser: 'quoted', reference: 'papaparse' },
  { parser: 'literal', reference: 'papaparseLiteral' },
  { parser: 'sheet', reference: 'papaparse' },
] as const;

/**
 * CSV of 100,000 rows of 22 columns, a tenth of the rows in quotes: what the product reads files and sheets with, each time in a
 * new process as a person's import is; against papaparse's stream, whose rows are kept too. At most 1.2 times the time
 * and twice the memory.
 */
export const csv = async ({ isQuick }: BenchmarkOptions): Promise<Figure[]> => {
  const rows = isQuick ? quickRows : importLimits.rows;
  const figures: Figure[] = [];
  for (const { parser, reference } of parsers) {
    // Read to the letter, each line of a quoted value is a row.
    const expected = reference === 'papaparse' ? rows : (await parseInProcess(reference, rows)).rows;
    const measure = async (name: string) => {
      const { rows: found, ms, megabytes } = await parseInProcess(name, rows);
      if (found !== expected) throw new Error(`${name} found ${found} rows of ${expected}`);
      return { ms, megabytes };
    };
    const compared = await compare({
      isQuick,
      subject: () => measure(parser),
      reference: () => measure(reference),
    });
    const names = (figure: string) => ({
      subject: `csv.${parser}.${figure}`,
      reference: `csv.${parser}.papaparse.${figure}`,
      ratio: `csv.${parser}.${figure}Ratio`,
    });
    figures.push(
      ...comparedFigures(compared.of('ms'), { ...names('time'), unit: 'ms', target: { atMost: 1.2 } }),
      ...comparedFigures(compared.of('megabytes'), { ...names('memory'), unit: 'MB', target: { atMost: 2 } }),
    );
  }
  return figures;
};
