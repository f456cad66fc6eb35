import { parseArgs } from 'node:util';
import { describeFigure, isMet, runScenario } from './faults/runScenario.ts';
import type { Figure, Scenario } from './faults/Scenario.ts';
import { flood } from './load/flood.ts';
import { mixedLoad } from './load/mixedLoad.ts';
import { queueThroughput } from './load/queueThroughput.ts';

/*
 * `npm run load`: the built product as it runs at scale (two of each role, PostgreSQL, nginx) under a steady load, for ten
 * minutes. Prints a line for each figure: name, value, unit, and what it should be. Ends with 1 when one is missed.
 *
 *   npm run load -- --minutes 1   shorter
 *   npm run load -- --rate 50     requests a second; two cores carry 150, with the load on the same machine
 *   npm run load -- --flood       the landing page asked for 4,000 times a second while calls go on
 *   npm run load -- --queue       how many jobs a second one worker takes from the queue
 *   npm run load -- --verbose     with what happens on the way
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    rate: { type: 'string', default: '150' },
    flood: { type: 'boolean', default: false },
    queue: { type: 'boolean', default: false },
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
const chooseScenario = (): Scenario => {
  if (values.flood) return flood({ minutes: minutes ?? defaultMinutes.flood });
  if (values.queue) return queueThroughput;
  return mixedLoad({ minutes: minutes ?? defaultMinutes.mixed, perSecond: readPositive('rate', values.rate) });
};

const { lost, doubled, figures, faults } = await runScenario(chooseScenario(), {
  isShort: false,
  tell: (line) => {
    if (values.verbose) console.log(`. ${line}`);
  },
});
const count = (name: string, value: number): Figure => ({ name, value, unit: 'promises', atMost: 0 });
for (const figure of [...figures, count('lost', lost), count('doubled', doubled)]) {
  const isGoal = figure.atMost !== undefined || figure.atLeast !== undefined;
  console.log(`${describeFigure(figure)}${isGoal ? `  ${isMet(figure) ? 'ok' : 'MISSED'}` : ''}`);
}
for (const fault of faults) console.log(`! ${fault}`);
process.exit(faults.length > 0 ? 1 : 0);
