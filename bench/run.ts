import { mkdir, writeFile } from 'node:fs/promises';
import { imports } from './imports.ts';
import { leads } from './leads.ts';
import { ssr } from './ssr.ts';

/* `npm run bench`, or one of them: `npm run bench -- ssr`. Each compares with its reference in the same run. */

export type Figure = { name: string; value: number; unit: string };

const benchmarks: Record<string, () => Promise<Figure[]>> = { ssr, leads, imports };

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benchmarks));
if (unknown.length > 0)
  throw new Error(`No benchmark ${unknown.join(', ')}; there are: ${Object.keys(benchmarks).join(', ')}`);

const figures: Figure[] = [];
for (const [name, run] of Object.entries(benchmarks)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  for (const figure of await run()) {
    figures.push(figure);
    console.log(`${figure.name} ${figure.value.toFixed(2)} ${figure.unit}`);
  }
}
const folder = new URL('./results/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('latest.json', folder), `${JSON.stringify(figures, null, 2)}\n`);
