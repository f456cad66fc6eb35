import { glob, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

/*
 * `npm run requirements`: finds the rows of docs/specification/requirements.md that test titles name, as `[S7.REG.1]`.
 * covered.txt lists the rows that have a test. The run fails if a listed row has lost its test, or if a test names a row
 * that is unlisted or unknown. `-- --update` adds rows that tests name; rows are only removed by hand.
 */

const requirementsFile = 'docs/specification/requirements.md';
const coveredFile = 'docs/specification/covered.txt';
const testFiles = '{client,e2e,scripts,security,server,shared}/**/*.{test.ts,test.tsx,e2e.ts}';

const { values: options } = parseArgs({ options: { update: { type: 'boolean', default: false } } });

const byArea = new Intl.Collator('en', { numeric: true });
const sectionOf = (id: string): string => id.slice(0, id.indexOf('.'));
const areaOf = (id: string): string => id.slice(0, id.lastIndexOf('.'));
const numberOf = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

const readIds = async (file: string, pattern: RegExp): Promise<string[]> =>
  [...(await readFile(file, 'utf8')).matchAll(pattern)].map(([, id = '']) => id);

/** The ids in test titles, each with its files. */
const readTests = async (): Promise<Map<string, string[]>> => {
  const filesOf = new Map<string, string[]>();
  for await (const file of glob(testFiles))
    for (const id of new Set(await readIds(file, /\[(S\d\.[A-Z0-9]+\.\d+)\]/g)))
      filesOf.set(id, [...(filesOf.get(id) ?? []), file]);
  return filesOf;
};

/** `S2.NAV 1 3 14`: the ids of an area. */
const groupByArea = (ids: string[]): string =>
  [...Map.groupBy(ids, areaOf)].map(([area, members]) => `${area} ${members.map(numberOf).join(' ')}`).join(', ');

const requirements = await readIds(requirementsFile, /^\| (S\d\.[A-Z0-9]+\.\d+) \|/gm);
const tests = await readTests();
const listed = new Set(await readIds(coveredFile, /^(\S+)$/gm));
const proven = requirements.filter((id) => tests.has(id));

for (const [section, ids] of Map.groupBy(requirements, sectionOf)) {
  const missing = ids.filter((id) => !tests.has(id));
  const rest = missing.length > 0 ? `  without a test: ${groupByArea(missing)}` : '';
  console.log(`${section}  ${ids.length - missing.length}/${ids.length}${rest}`);
}
console.log(`${proven.length} of ${requirements.length} rows are named by tests`);

if (options.update) {
  for (const id of proven) listed.add(id);
  const lines = [...listed].toSorted(byArea.compare).map((id) => `${id}\n`);
  await writeFile(coveredFile, lines.join(''));
}

const unknown = [...tests].filter(([id]) => !requirements.includes(id));
const lost = [...listed].filter((id) => !tests.has(id));
const unlisted = proven.filter((id) => !listed.has(id));

const faults = unknown.map(([id, files]) => `No row of ${requirementsFile}, but named in ${files.join(', ')}: ${id}`);
if (lost.length > 0) faults.push(`Listed in ${coveredFile}, but without a test: ${groupByArea(lost)}`);
if (unlisted.length > 0)
  faults.push(`With a test, but not listed; npm run requirements -- --update lists them: ${groupByArea(unlisted)}`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
