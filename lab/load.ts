import { parseArgs } from 'node:util';
import { describeMetric, isMet, runScenario } from './faults/runScenario.ts';
import { none } from './faults/metrics.ts';
import type { Scenario } from './faults/Scenario.ts';
import { eventThroughput } from './load/eventThroughput.ts';
import { saveResults } from './bench/results.ts';
import { flood } from './load/flood.ts';
import { measureCosts } from './load/measureCosts.ts';
import { mixedLoad } from './load/mixedLoad.ts';
import { queueThroughput } from './load/queueThroughput.ts';

/*
 * `npm run load`: runs the built product at scale (two of each role, PostgreSQL, nginx) under a steady load for ten minutes.
 * Prints each metric with its goal, one per line, and saves them to lab/bench/results/latest.json. Exits with 1 if a goal is missed.
 *
 *   npm run load -- --minutes 1   shorter
 *   npm run load -- --rate 50     requests per second; two cores handle 150, including the load generator
 *   npm run load -- --pgbouncer   connects through PgBouncer in transaction mode
 *   npm run load -- --flood       requests the landing page 4,000 times per second while calls continue
 *   npm run load -- --queue       measures how many queued jobs per second one worker runs
 *   npm run load -- --events      measures how many notifications per second reach the sockets of other processes in time
 *   npm run load -- --costs       measures the cost of each kind of request: processor time per part, jobs, notifications
 *   npm run load -- --verbose     prints the progress
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    rate: { type: 'string', default: '150' },
    pgbouncer: { type: 'boolean', default: false },
    flood: { type: 'boolean', default: false },
    events: { type: 'boolean', default: false },
    queue: { type: 'boolean', default: false },
    costs: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const defaultMinutes = { mixed: 10, flood: 2 };

const readPositive = (name: string, text: string): number => {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0`);
  return value;
};
const minutes = values.minutes === undefined ? null : readPositive('minutes', values.minutes);
const chooseScenario = (): Pick<Scenario, 'name' | 'run'> => {
  if (values.flood) return { name: 'flood', run: flood({ minutes: minutes ?? defaultMinutes.flood }) };
  if (values.events) return { name: 'events', run: eventThroughput };
  if (values.queue) return { name: 'queue', run: queueThroughput };
  if (values.costs) return { name: 'costs', run: measureCosts };
  const perSecond = readPositive('rate', values.rate);
  return {
    name: 'mixed',
    run: mixedLoad({ minutes: minutes ?? defaultMinutes.mixed, perSecond, isPooled: values.pgbouncer }),
  };
};

const scenario = chooseScenario();
const { lost, doubled, metrics, faults, seconds } = await runScenario(scenario, {
  runs: 1,
  isShort: false,
  log: (line) => {
    if (values.verbose) console.log(`. ${line}`);
  },
});
const counted = [...metrics, none('lost', lost, 'promises'), none('doubled', doubled, 'promises')];
for (const metric of counted) {
  const isGoal = metric.atMost !== undefined || metric.atLeast !== undefined;
  console.log(`${describeMetric(metric)}${isGoal ? `  ${isMet(metric) ? 'ok' : 'MISSED'}` : ''}`);
}
for (const fault of faults) console.log(`! ${fault}`);
// An incomplete run would replace the results of a complete one.
if (metrics.length > 0) await saveResults(scenario.name, counted, seconds);
process.exit(faults.length > 0 ? 1 : 0);
