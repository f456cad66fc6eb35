import { parseArgs } from 'node:util';
import { isMet, requireNumbers } from './Benchmark.ts';
import type { Figure } from './Benchmark.ts';
import { benchmarks } from './benchmarks.ts';
import { saveResults } from './results.ts';

/*
 * `npm run bench`: each benchmark against its reference in the same run. One line a figure: name, value, unit, in brackets
 * how far the rounds went, and what the target is. Ends with 1 when a target was missed or a benchmark could not run.
 *
 *   npm run bench -- NAME…    some of them; the figures of the others stay in bench/results/latest.json
 *   npm run bench -- --quick  two rounds on little data: that they still work, not how fast it is. Nothing is kept.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const isQuick = values.quick;
const unknown = positionals.filter((asked) => !benchmarks.some(({ name }) => name === asked));
if (unknown.length > 0)
  throw new Error(`No benchmark ${unknown.join(', ')}; there are: ${benchmarks.map(({ name }) => name).join(', ')}`);

/** Small figures keep what tells them apart. */
const toText = (value: number): string =>
  Math.abs(value) >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(2);

const describe = (figure: Figure): string => {
  const { name, value, unit, range, target } = figure;
  const line = `${name} ${toText(value)} ${unit}`;
  const wavered = range === undefined ? '' : ` (${toText(range.min)} to ${toText(range.max)})`;
  if (target === undefined || isQuick) return line + wavered;
  const asked = 'atLeast' in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`;
  return `${line}${wavered} ${isMet(figure) ? 'met' : 'MISSED'}: ${asked}`;
};

let isWell = true;
for (const { name, run } of benchmarks) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const start = performance.now();
  try {
    const figures = await run({ isQuick });
    for (const figure of figures) console.log(describe(figure));
    requireNumbers(figures);
    if (isQuick) continue;
    await saveResults(name, figures, (performance.now() - start) / 1000);
    isWell &&= figures.every(isMet);
  } catch (error) {
    // The others are worth their time all the same.
    console.error(`${name} could not run:`, error);
    isWell = false;
  }
}
process.exit(isWell ? 0 : 1);
