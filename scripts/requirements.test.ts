import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testFolder } from '#testing/testFolder.ts';

const script = fileURLToPath(new URL('requirements.ts', import.meta.url));

const row = (id: string): string => `| ${id} | A statement | api | HTTP | D001 |\n`;
/** A test file that names the rows. Composed here, because this file is scanned too. */
const testOf = (...ids: string[]): string => `test('${ids.map((id) => `[${id}]`).join(' ')} holds', () => {});\n`;

/** A project with three requirements and the given files. */
const makeProject = async (files: Record<string, string>) => {
  const folder = await testFolder();
  const all = {
    'docs/specification/requirements.md': `| ID | Statement |\n|---|---|\n${['S1.ONE.1', 'S1.ONE.2', 'S2.TWO.10'].map(row).join('')}`,
    'docs/specification/covered.txt': '',
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const run = (...args: string[]): Promise<{ code: number; out: string[]; faults: string[] }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [script, ...args], { cwd: folder }, (error, out, faults) =>
        resolve({
          code: error ? Number(error.code) : 0,
          out: out.trim().split('\n'),
          faults: faults.split('\n').filter(Boolean),
        }),
      );
    });
  const readCovered = () => readFile(join(folder, 'docs/specification/covered.txt'), 'utf8');
  return { run, readCovered };
};

test('counts the rows of each section, names those without a test, and accepts a correct list', async () => {
  const { run } = await makeProject({
    'server/deep/one.integration.test.ts': testOf('S1.ONE.2'),
    'client/Two.test.tsx': testOf('S2.TWO.10'),
    'e2e/two.e2e.ts': testOf('S2.TWO.10'),
    'server/notATest.ts': testOf('S1.ONE.1'),
    'node_modules/other/one.test.ts': testOf('S1.ONE.1'),
    'docs/specification/covered.txt': 'S1.ONE.2\nS2.TWO.10\n',
  });
  expect(await run()).toEqual({
    code: 0,
    out: ['S1  1/2  without a test: S1.ONE 1', 'S2  1/1', '2 of 3 rows are named by tests'],
    faults: [],
  });
});

test('fails when a listed row has lost its test, also with --update', async () => {
  const { run, readCovered } = await makeProject({
    'shared/one.test.ts': testOf('S1.ONE.1'),
    'docs/specification/covered.txt': 'S1.ONE.1\nS1.ONE.2\n',
  });
  for (const args of [[], ['--update']]) {
    const { code, faults } = await run(...args);
    expect([code, faults]).toEqual([1, ['Listed in docs/specification/covered.txt, but without a test: S1.ONE 2']]);
  }
  expect(await readCovered()).toBe('S1.ONE.1\nS1.ONE.2\n');
});

test('fails when a test names a row that is not listed, until --update lists it', async () => {
  const { run, readCovered } = await makeProject({
    'e2e/journey.e2e.ts': testOf('S2.TWO.10', 'S1.ONE.2'),
    'docs/specification/covered.txt': 'S1.ONE.2\n',
  });
  const before = await run();
  expect([before.code, before.faults]).toEqual([
    1,
    ['With a test, but not listed; npm run requirements -- --update lists them: S2.TWO 10'],
  ]);
  expect((await run('--update')).code).toBe(0);
  expect(await readCovered()).toBe('S1.ONE.2\nS2.TWO.10\n');
  expect((await run()).code).toBe(0);
});

test('fails when a test names an unknown row, and does not list it', async () => {
  const { run, readCovered } = await makeProject({ 'shared/lib/typo.test.ts': testOf('S1.ONE.9') });
  const { code, faults } = await run('--update');
  expect([code, faults]).toEqual([
    1,
    ['No row of docs/specification/requirements.md, but named in shared/lib/typo.test.ts: S1.ONE.9'],
  ]);
  expect(await readCovered()).toBe('');
});
