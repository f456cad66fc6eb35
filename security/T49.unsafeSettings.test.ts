import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSite, launchProduct, startProduct } from '#testing/startProduct.ts';
import { ask } from '#testing/ask.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'll-T49-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const key = randomBytes(32).toString('base64');
const secret = 'hunter2-hunter2';

/** Unsafe production settings. A refused start names all of them at once. */
const unsafe: Record<string, string> = {
  ENCRYPTION_KEY: 'changeme',
  FACEBOOK_APP_ID: '1',
  TIKTOK_APP_SECRET: secret,
  FACEBOOK_GRAPH_URL: 'http://graph.example.test',
  GOOGLE_JWKS_URL: 'http://keys.example.test',
  OPERATOR_TOKEN: 'admin',
  PASSWORD_MIN_LENGTH: '1',
  TRUST_PROXY: 'true',
  SOCKET_ORIGINS: '*',
  PUBLIC_URL: 'https://leads.example.test/app',
  ROLES: 'api',
  SMTP_URL: `smtp://u:${secret}@mail.example.test`,
  GOOGLE_SERVICE_ACCOUNT: `{"private_key": "${secret}"`,
};
const faults: readonly RegExp[] = [
  /ENCRYPTION_KEY: each key is 32 random bytes/,
  /FACEBOOK_APP_SECRET: set it too/,
  /TIKTOK_APP_ID: set it too/,
  /FACEBOOK_GRAPH_URL: must be https/,
  /GOOGLE_JWKS_URL: must be https/,
  /OPERATOR_TOKEN: at least 16 characters/,
  /PASSWORD_MIN_LENGTH/,
  /TRUST_PROXY/,
  /SOCKET_ORIGINS: "\*" is not an origin/,
  /PUBLIC_URL: an origin without a path/,
  /DATABASE_URL: required when the roles are split/,
  /MAIL_FROM: set it too/,
  /GOOGLE_SERVICE_ACCOUNT/,
];
const cases: [env: Record<string, string>, faults: readonly RegExp[]][] = [
  [unsafe, faults],
  [{ ENCRYPTION_KEY: randomBytes(16).toString('base64') }, [/ENCRYPTION_KEY: each key is 32 random bytes/]],
  [
    { DATABASE_URL: `postgres://u:${secret}@127.0.0.1:1/x`, ENCRYPTION_KEY: '' },
    [/ENCRYPTION_KEY: required with DATABASE_URL/],
  ],
];

test('T49 a start with unsafe settings is refused; the error names the settings and repeats no secret', async () => {
  for (const [env, lines] of cases) {
    const own = await mkdtemp(join(folder, 'case-'));
    const site = await createSite({ folder: own, env: { NODE_ENV: 'production', ENCRYPTION_KEY: key, ...env } });
    expect((await launchProduct(site).ended).code).toBe(1);
    const log = await readFile(site.files.log, 'utf8');
    expect(lines.filter((line) => !line.test(log))).toEqual([]);
    expect(log).not.toContain(secret);
  }
});

test('T49 a key that others can read is refused, and the files of the product are private to its user', async () => {
  const site = await createSite({ folder, env: { NODE_ENV: 'production', ENCRYPTION_KEY: '', HOST: '127.0.0.1' } });
  const dataDir = site.env['DATA_DIR'] ?? '';
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const keyFile = join(dataDir, 'encryption.key');
  await writeFile(keyFile, `${key}\n`);
  await chmod(keyFile, 0o644);
  expect((await launchProduct(site).ended).code).toBe(1);
  expect(await readFile(site.files.log, 'utf8')).toContain('can be read by other users');

  await rm(dataDir, { recursive: true });
  const product = await startProduct(site);
  try {
    expect([(await stat(dataDir)).mode & 0o077, (await stat(keyFile)).mode & 0o077]).toEqual([0, 0]);
    // Health pages reveal nothing to strangers, and errors reveal nothing about the code.
    const health = await ask(site.url, '/healthz');
    expect(JSON.parse(health.body.toString())).toEqual({ status: 'ok' });
    // A request through a proxy does not count as local.
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    for (const path of ['/readyz', '/metrics', '/operator/x', '/debug', '/dev/kit', '/@vite/client'])
      expect([path, (await ask(site.url, path, { headers })).status]).toEqual([path, 404]);
    const broken = await ask(site.url, '/api/user/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"email": ',
    });
    expect(broken.body.toString()).not.toMatch(/ at |\.ts|node_modules|SyntaxError/);
    expect([health.headers['x-powered-by'], broken.headers['server']]).toEqual([undefined, undefined]);
  } finally {
    await product.end('SIGTERM');
  }
});
