import { exportTable } from './simulate/exportTable.ts';

/* `node scripts/simulate.ts`: the table of docs/SCALING.md that no measurement can fill. */

for (const cells of exportTable()) console.log(`| ${cells.join(' | ')} |`);
