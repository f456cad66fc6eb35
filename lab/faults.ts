import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { describeMetric, runScenario } from './faults/runScenario.ts';
import type { ScenarioReport } from './faults/runScenario.ts';
import { scenarios } from './faults/scenarios.ts';

/*
 * `npm run faults`: starts the built product in separate processes, injects faults, and compares the acknowledged effects
 * with the stored ones. Prints one line per scenario; the measurements go to test-results/faults.json.
 *
 *   npm run faults -- NAME…     only these scenarios
 *   npm run faults -- --short   the scenarios of `npm run test:full`, on less data
 *   npm run faults -- --runs 3  runs each scenario this often
 *   npm run faults -- --verbose prints every metric and the progress
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    runs: { type: 'string' },
  },
});
const runs = values.runs === undefined ? undefined : Number(values.runs);
if (runs !== undefined && !(Number.isInteger(runs) && runs > 0)) throw new Error('--runs takes a whole number from 1');
const unknown = positionals.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown.length > 0)
  throw new Error(`No scenario ${unknown.join(', ')}; there are: ${scenarios.map(({ name }) => name).join(', ')}`);

const isAsked = (name: string, shortRuns: number): boolean =>
  positionals.length > 0 ? positionals.includes(name) : !values.short || shortRuns > 0;
const asked = scenarios.filter(({ name, runs: { short } }) => isAsked(name, short));

const nameWidth = Math.max(8, ...asked.map(({ name }) => name.length));
const toLine = (name: string, metrics: readonly string[], verdict: string): string =>
  [name.padEnd(nameWidth), ...metrics.map((metric) => metric.padStart(8)), verdict].join('  ');

const print = (report: ScenarioReport): void => {
  const { name, lost, doubled, seconds, faults, metrics, skipped } = report;
  const passed = skipped === null ? 'ok' : `skipped: ${skipped}`;
  const verdict = faults.length === 0 ? passed : 'FAILED';
  console.log(toLine(name, [String(report.runs), String(lost), String(doubled), seconds.toFixed(1)], verdict));
  if (values.verbose) for (const metric of metrics) console.log(`    ${describeMetric(metric)}`);
  for (const fault of faults) console.log(`    ! ${fault}`);
};

console.log(toLine('scenario', ['runs', 'lost', 'doubled', 'seconds'], 'verdict'));
const reports: ScenarioReport[] = [];
for (const scenario of asked) {
  const log = (line: string): void => {
    if (values.verbose) console.log(`    . ${line}`);
  };
  const isShort = values.short;
  const report = await runScenario(scenario, { isShort, log, runs: runs ?? scenario.runs[isShort ? 'short' : 'full'] });
  print(report);
  reports.push(report);
}
await mkdir('test-results', { recursive: true });
await writeFile('test-results/faults.json', `${JSON.stringify(reports, null, 2)}\n`);
process.exit(reports.some(({ faults }) => faults.length > 0) ? 1 : 0);
