import { parseArgs } from 'node:util';
import { isMet, requireNumbers } from './Benchmark.ts';
import type { Metric } from './Benchmark.ts';
import { benchmarks } from './benchmarks.ts';
import { saveResults } from './results.ts';

/*
 * `npm run bench`: runs each benchmark and its reference. Prints one metric per line: name, value, unit, the range of the
 * rounds, and the target. Exits with 1 if a target is missed or a benchmark fails.
 *
 *   npm run bench -- NAME…    only these; lab/bench/results/latest.json keeps all other results
 *   npm run bench -- --quick  two rounds on little data, to check that the benchmarks work; saves nothing
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const isQuick = values.quick;
const unknown = positionals.filter((asked) => !benchmarks.some(({ name }) => name === asked));
if (unknown.length > 0)
  throw new Error(`No benchmark ${unknown.join(', ')}; there are: ${benchmarks.map(({ name }) => name).join(', ')}`);

/** Small values keep more digits. */
const toText = (value: number): string =>
  Math.abs(value) >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(2);

const describe = (metric: Metric): string => {
  const { name, value, unit, range, target } = metric;
  const line = `${name} ${toText(value)} ${unit}`;
  const wavered = range === undefined ? '' : ` (${toText(range.min)} to ${toText(range.max)})`;
  if (target === undefined || isQuick) return line + wavered;
  const asked = 'atLeast' in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`;
  return `${line}${wavered} ${isMet(metric) ? 'met' : 'MISSED'}: ${asked}`;
};

let isWell = true;
for (const { name, run } of benchmarks) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const start = performance.now();
  try {
    const metrics = await run({ isQuick });
    for (const metric of metrics) console.log(describe(metric));
    requireNumbers(metrics);
    if (isQuick) continue;
    await saveResults(name, metrics, (performance.now() - start) / 1000);
    isWell &&= metrics.every(isMet);
  } catch (error) {
    // Continue with the others.
    console.error(`${name} could not run:`, error);
    isWell = false;
  }
}
process.exit(isWell ? 0 : 1);
