import { weighBuild } from './budgets/weighBuild.ts';

/*
 * `npm run budgets`, after a build: compares the JavaScript and CSS that a browser loads for each part of the product with
 * its budget. Kilobytes are 1000 bytes, compressed with gzip. Exits with 1 if a part is too large.
 */

const { weights, faults } = await weighBuild();
for (const { name, bytes, kb } of weights)
  console.log(
    `${bytes > kb * 1000 ? '✗' : '✓'} ${name.padEnd(48)} ${(bytes / 1000).toFixed(1).padStart(6)} of ${kb} KB`,
  );
for (const fault of faults) console.error(`✗ ${fault}`);
if (faults.length > 0) process.exitCode = 1;
