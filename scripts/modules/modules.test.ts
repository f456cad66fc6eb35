import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publicFiles } from '#server/modules/publicFiles.ts';
import { readPage, root } from '../docs/markdown.ts';
import { replaceDrawing } from './drawModules.ts';
import { readModuleImports } from './readModuleImports.ts';

const folder = join(root, 'server/modules');
const listed = Object.entries(publicFiles).flatMap(([module, files]) => files.map((file) => `${module}/${file}`));

test('docs/ARCHITECTURE.md shows the current imports between modules (npm run modules)', () => {
  const { text } = readPage('docs/ARCHITECTURE.md');
  expect(replaceDrawing(text)).toBe(text);
});

test('each module has a place in the order', () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual(Object.keys(publicFiles).toSorted());
});

test('each public file exists, and another module imports it', () => {
  const imported = new Set(
    readModuleImports()
      .filter(({ from }) => from !== 'flows')
      .map(({ to, file }) => `${to}/${file}`),
  );
  expect(listed.filter((file) => !existsSync(join(folder, `${file}.ts`)) || !imported.has(file))).toEqual([]);
});
