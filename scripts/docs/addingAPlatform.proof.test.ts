import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '#testing/testFolder.ts';
import { navTargets } from '#client/app/layout/navigation.ts';
import { variableNames } from '#server/config/env.ts';
import { sandboxEnvironment } from '#testing/sandbox/sandbox.ts';
import { platformFacts, platformIds } from '#shared/platforms.ts';
import { readCode, readPage, root } from './markdown.ts';

/*
 * docs/ADDING_A_PLATFORM.md lists exactly the files in which the compiler reports errors once a fourth platform is added,
 * and the places that the compiler cannot see.
 */

const page = readPage('docs/ADDING_A_PLATFORM.md');

/** The files that a section of the page names. */
const filesIn = (title: string): string[] => {
  const [section = ''] = (page.text.split(`\n## ${title}\n`)[1] ?? '').split('\n## ');
  const isFile = /^(?:server|client|shared|scripts|docs|e2e)\/[\w./]+\.\w+$/;
  return [
    ...new Set(
      readCode({ path: page.path, text: section }).filter((code) => isFile.test(code) && !code.includes('pinterest')),
    ),
  ].toSorted();
};

const readText = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

const sources = ['server', 'client', 'shared'];

/** Whether a file belongs to the product and not to its tests. */
const isProduct = (path: string): boolean => !/\.test\.tsx?$|\/testing\//.test(path);

const copySources = async (folder: string): Promise<void> => {
  await Promise.all(
    [...sources, 'package.json', 'tsconfig.base.json'].map((name) =>
      cp(join(root, name), join(folder, name), { recursive: true }),
    ),
  );
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
};

/** Files of one project in which the compiler finds errors. */
const compile = (folder: string, project: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules/.bin/tsc'), ['-p', project, '--pretty', 'false'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => {
      child.kill();
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
    child.once('error', reject);
    child.once('close', () =>
      resolve([...output.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file)),
    );
  });

test('with a fourth platform, the compiler reports errors in exactly the files that the page lists', async () => {
  const folder = await testFolder();
  await copySources(folder);
  const ids = join(folder, 'shared/platforms.ts');
  const source = await readFile(ids, 'utf8');
  const lists = /^(export const (?:platformIds|leadPlatformIds) = \[.+?)\] as const/gm;
  expect(source.match(lists)).toHaveLength(2);
  await writeFile(ids, source.replaceAll(lists, "$1, 'pinterest'] as const"));
  const files: string[] = [];
  for (const project of sources) files.push(...(await compile(folder, project)));
  expect([...new Set(files)].filter(isProduct).toSorted()).toEqual(filesIn('Files that the compiler names'));
}, 240_000);

test('the page lists every other place that names one platform', async () => {
  const ids = platformIds.join('|');
  // `'google'` or `platforms.google`, but not a host such as accounts.google.com.
  const names = new RegExp(`'(?:${ids})'|\\w\\??\\.(?:${ids})\\b(?!\\.com)`);
  // Files of one platform have its name in their path. The kit only shows examples.
  const isOwn = new RegExp(`^server/(?:sandbox|providers/spreadsheets)/|^client/kit/|${ids}`, 'i');
  const known = new Set(filesIn('Files that the compiler names'));
  const naming: string[] = [];
  for (const folder of sources)
    for (const name of await readdir(join(root, folder), { recursive: true })) {
      const path = `${folder}/${name}`;
      if (!/\.tsx?$/.test(path) || !isProduct(path) || isOwn.test(path) || known.has(path)) continue;
      if (names.test(await readText(path))) naming.push(path);
    }
  expect(naming.toSorted()).toEqual(filesIn('Places that name one platform'));
});

test('every platform has the parts that the compiler cannot see', async () => {
  const example = await readText('.env.example');
  const compose = await readText('docker-compose.yml');
  const recipients = await readText('client/pages/privacy/sections/Recipients.tsx');
  const played = Object.keys(sandboxEnvironment('http://127.0.0.1:4100', 'smtp://127.0.0.1:4125'));
  for (const id of platformIds) {
    const settings = variableNames.filter((name) => name.startsWith(`${id.toUpperCase()}_`));
    const credentials = settings.filter((name) => /_(?:CLIENT|APP)_(?:ID|SECRET)$/.test(name));
    expect([id, credentials.length]).toEqual([id, 2]);
    expect([id, settings.filter((name) => !example.includes(`${name}=`))]).toEqual([id, []]);
    expect([id, settings.filter((name) => !compose.includes(`  ${name}: `))]).toEqual([id, []]);
    // The sandbox answers several versions, so it sets none.
    const toPlay = settings.filter((name) => !name.endsWith('_VERSION'));
    expect([id, toPlay.filter((name) => !played.includes(name))]).toEqual([id, []]);
    expect([id, recipients.includes(platformFacts[id].company)]).toEqual([id, true]);
  }
});

test('no two screens share a keyboard shortcut', () => {
  const letters = navTargets.map(({ letter }) => letter);
  expect(new Set(letters).size).toBe(letters.length);
});

/** The files in the first column of a section's table. */
const editedIn = (title: string): string[] => {
  const [section = ''] = (page.text.split(`\n## ${title}\n`)[1] ?? '').split('\n## ');
  const cells = [...section.matchAll(/^\| ([^|]+)/gm)].map(([, cell = '']) => cell);
  return [
    ...new Set(
      cells.flatMap((cell) =>
        [...cell.matchAll(/`([\w./]*\.(?:tsx?|yml|md|example|css))`/g)].map(([, file = '']) => file),
      ),
    ),
  ];
};

test('a fourth platform edits at most 15 files, and at most 8 others name one', async () => {
  const edited = [
    ...editedIn('Files that the compiler names'),
    ...editedIn('Points that the compiler cannot see'),
  ].filter((file) => existsSync(join(root, file)));
  expect(new Set(edited).size).toBeLessThanOrEqual(15);
  expect(edited.length).toBeGreaterThan(8);
  expect(filesIn('Places that name one platform').length).toBeLessThanOrEqual(8);
});
