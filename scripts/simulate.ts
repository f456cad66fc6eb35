import { exportTable } from './simulate/exportTable.ts';

/* `node scripts/simulate.ts`: prints the simulated table of docs/SCALING.md. */

for (const cells of exportTable()) console.log(`| ${cells.join(' | ')} |`);
