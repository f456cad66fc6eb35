import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ask } from '#testing/ask.ts';
import { startEdge } from './testing/startEdge.ts';
import { target } from './testing/target.ts';

const assets = readdirSync(fileURLToPath(new URL('../dist/client/assets', import.meta.url)), { recursive: true })
  .map(String)
  .filter((path) => /\.(?:js|css)$/.test(path));

/** Spellings of "one folder up" that some parsers accept. */
const steps = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '%2e%2e%5c',
  '..\\',
  '%252e%252e%252f',
  '..%252f',
  '..%c0%af',
  '%c0%ae%c0%ae/',
  '..%ef%bc%8f',
  '%uff0e%uff0e/',
  '..;/',
  '..%00/',
  '....//',
  '.%2e/',
  '..%0d/',
];
const planted = { path: join(target.dataDir, 'planted.txt'), text: randomBytes(16).toString('hex') };
/** Files, with the steps from a server's root up to `/` or to the project's folder. */
const files = [
  ...['/etc/passwd', '/proc/self/environ', planted.path].map((path) => ({ path: path.slice(1), ups: [8] })),
  ...['package.json', 'server/main.ts'].map((path) => ({ path, ups: [1, 2, 3, 4, 5, 6] })),
];
const beginnings = ['/', '/assets/', '/assets/static/', '/api/', '/auth/', '/socket.io/', '/privacy-policy/'];

const traversals = beginnings.flatMap((beginning) =>
  steps.flatMap((step) => files.flatMap(({ path, ups }) => ups.map((up) => beginning + step.repeat(up) + path))),
);

const directly = [
  '//etc/passwd',
  '/file:///etc/passwd',
  '/@fs/etc/passwd',
  planted.path,
  `/${planted.path}`,
  `/file://${planted.path}`,
  `/@fs${planted.path}?raw`,
  `/@fs${fileURLToPath(new URL('../package.json', import.meta.url))}?raw`,
  '/@vite/client',
  '/@id/__x00__virtual',
  '/node_modules/express/package.json',
  '/src/main.ts',
  '/server/entry.mjs',
  '/dist/server/entry.mjs',
  '/.env',
  '/.env.example',
  '/.git/config',
  '/.git/HEAD',
  '/.gitignore',
  '/.npmrc',
  '/.dockerignore',
  '/.well-known/../.env',
  '/.vite/manifest.json',
  '/assets/.vite/manifest.json',
  '/assets.json',
  '/theme.js.br',
  '/theme.js.gz',
  '/theme.js~',
  '/theme.js%00.png',
  '/package.json',
  '/package-lock.json',
  '/nginx.conf',
  '/Dockerfile',
  '/docker-compose.yml',
  '/data/encryption.key',
  '/backup.tar.gz',
  '/phpinfo.php',
  '/server-status',
  '/debug/pprof/',
  '/.well-known/acme-challenge/../../../etc/passwd',
  '/.well-known/acme-challenge/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
];
const sourceMaps = assets.flatMap((path) => [`/assets/${path}.map`, `/assets/${path.replace(/\.\w+$/, '.ts')}`]);

/** Contents of those files, which no response may have. */
const contents = new RegExp(
  `root:x:|"scripts":|"dependencies":|\\[core\\]|ENCRYPTION_KEY|PATH=/|"sourcesContent"|import \\{|${planted.text}`,
);

test('T42 only files of the build are served, in any spelling of a path', async () => {
  const paths = [...traversals, ...directly, ...sourceMaps];
  writeFileSync(planted.path, planted.text);
  onTestFinished(() => rmSync(planted.path));
  const edge = await startEdge('none');
  onTestFinished(edge.stop);
  for (const url of [edge.url, target.webUrl]) {
    const found: unknown[] = [];
    const check = async (path: string): Promise<void> => {
      const { status, body } = await ask(url, path);
      const text = body.toString('latin1');
      if (![301, 400, 401, 404, 405].includes(status) || contents.test(text))
        found.push([path, status, text.slice(0, 40)]);
    };
    for (let index = 0; index < paths.length; index += 16) await Promise.all(paths.slice(index, index + 16).map(check));
    expect(found).toEqual([]);
  }
});

test('T42 served files reference no source map', async () => {
  expect(assets.length).toBeGreaterThan(30);
  for (const path of assets) {
    const { status, headers, body } = await ask(target.webUrl, `/assets/${path}`);
    expect([path, status, headers['sourcemap'], headers['x-sourcemap']]).toEqual([path, 200, undefined, undefined]);
    expect(body.toString()).not.toMatch(/[#@] ?sourceMappingURL=/);
  }
});
