import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/*
 * Checks that docs/THREATS.md matches the tests of this folder.
 */

const project = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(project, 'docs/THREATS.md'), 'utf8');

type Row = { id: string; threat: string; defense: string; tests: string };

const rows: Row[] = [...page.matchAll(/^\| (T\d\d[a-z]?)\s+\|(.*)\|(.*)\|(.*)\|$/gm)].map(
  ([, id = '', threat = '', defense = '', tests = '']) => ({ id, threat, defense, tests }),
);
const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

const testFiles = readdirSync(fileURLToPath(new URL('.', import.meta.url))).filter((name) =>
  /^T\d\d.*\.test\.ts$/.test(name),
);
const idOf = (file: string): string => /^T\d\d[a-z]?(?=\.)/.exec(file)?.[0] ?? file;

test('the page has a row for every threat, in order, with a threat and a defense', () => {
  const numbers = Array.from({ length: 54 }, (_, index) => `T${String(index + 1).padStart(2, '0')}`);
  expect(rows.map(({ id }) => id)).toEqual(numbers.flatMap((id) => (id === 'T24' ? ['T24a', 'T24b'] : [id])));
  for (const row of rows)
    expect([row.id, row.threat.trim() !== '', row.defense.trim() !== '']).toEqual([row.id, true, true]);
});

/** A name without a folder is in the folder of the name before it. */
const testsIn = (text: string): string[] => {
  let folder = '';
  return namesIn(text).map((name) => {
    if (name.includes('/')) folder = dirname(name);
    return join(folder, basename(name));
  });
};

test('every threat names tests that exist, and every attack of this folder is in its row', () => {
  for (const { id, tests } of rows) {
    const named = testsIn(tests);
    expect([id, named.length > 0, named.filter((file) => !existsSync(join(project, file)))]).toEqual([id, true, []]);
    const own = testFiles.filter((file) => idOf(file) === id).map((file) => `security/${file}`);
    expect([id, named.filter((file) => file.startsWith('security/T'))]).toEqual([id, own]);
    expect([id, own.length <= 1]).toEqual([id, true]);
  }
  expect(testFiles.filter((file) => !rows.some(({ id }) => id === idOf(file)))).toEqual([]);
});

test('each title starts with the threat of its file', () => {
  for (const file of testFiles) {
    const code = readFileSync(new URL(file, import.meta.url), 'utf8');
    const tests = code.match(/^\s*test\b(?!\w)[.(]/gm) ?? [];
    const titles = code.match(new RegExp(`['"\`]${idOf(file)} `, 'g')) ?? [];
    expect([file, tests.length > 0, titles.length >= tests.length]).toEqual([file, true, true]);
  }
});

test('the files of the defenses exist', () => {
  for (const { id, defense } of rows) {
    const paths = namesIn(defense).filter(
      (name) => /^(?:server|client|shared|scripts|docs|deploy)\//.test(name) && !name.includes('*'),
    );
    expect([id, paths.filter((path) => !existsSync(join(project, path)))]).toEqual([id, []]);
  }
});
