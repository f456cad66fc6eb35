import { parseArgs } from 'node:util';
import { exportTable } from './simulate/exportTable.ts';
import { adoptResults, figuresOf, readAssumptions, readReference } from './simulate/readInput.ts';
import { askForFigures, reportTables } from './simulate/reportTables.ts';

/*
 * `node lab/simulate.ts`: simulates installations for ten thousand to ten million people, and exports against Google's
 * quota. Prints the tables of docs/SCALING.md.
 *
 *   --assumptions FILE  uses other assumptions, in the format of lab/simulate/assumptions.json
 *   --adopt             first copies the latest results of `npm run bench` and `npm run load` to lab/simulate/reference.json
 */

const { values } = parseArgs({
  options: { assumptions: { type: 'string' }, adopt: { type: 'boolean', default: false } },
});

const stated = await readAssumptions(values.assumptions);
if (values.adopt) await adoptResults(askForFigures(stated));
const reference = await readReference();
for (const [source, { ran }] of Object.entries(reference))
  console.log(`${source}: ${ran.date.slice(0, 10)}, ${ran.cores} cores (${ran.processor}), ${ran.memoryGb} GB`);

const tables = [...reportTables(stated, figuresOf(reference)), { title: 'Exports and the quota', rows: exportTable() }];
for (const { title, rows } of tables) {
  console.log(`\n${title}\n`);
  const [heading = [], ...cells] = rows;
  for (const row of [heading, heading.map(() => '---'), ...cells]) console.log(`| ${row.join(' | ')} |`);
}
