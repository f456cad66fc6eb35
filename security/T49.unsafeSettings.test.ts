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

/** Unsafe production settings, and the error of the refused start. */
const unsafe: Record<string, [Record<string, string>, RegExp]> = {
  'a database that machines share, without a key': [
    { DATABASE_URL: `postgres://u:${secret}@127.0.0.1:1/x`, ENCRYPTION_KEY: '' },
    /ENCRYPTION_KEY: required with DATABASE_URL/,
  ],
  'a key that is a word': [{ ENCRYPTION_KEY: 'changeme' }, /ENCRYPTION_KEY: each key is 32 random bytes/],
  'a short key': [{ ENCRYPTION_KEY: randomBytes(16).toString('base64') }, /ENCRYPTION_KEY/],
  'an app without its secret': [{ FACEBOOK_APP_ID: '1' }, /FACEBOOK_APP_SECRET: set it too/],
  'a secret without its app': [{ TIKTOK_APP_SECRET: secret }, /TIKTOK_APP_ID: set it too/],
  'a platform over plain http': [
    { FACEBOOK_GRAPH_URL: 'http://graph.example.test' },
    /FACEBOOK_GRAPH_URL: must be https/,
  ],
  'sign-in keys over plain http': [{ GOOGLE_JWKS_URL: 'http://keys.example.test' }, /GOOGLE_JWKS_URL: must be https/],
  'a guessable operator token': [{ OPERATOR_TOKEN: 'admin' }, /OPERATOR_TOKEN: at least 16 characters/],
  'a minimum password length below the limit': [{ PASSWORD_MIN_LENGTH: '1' }, /PASSWORD_MIN_LENGTH/],
  'trust in every proxy': [{ TRUST_PROXY: 'true' }, /TRUST_PROXY/],
  'sockets for every origin': [{ SOCKET_ORIGINS: '*' }, /SOCKET_ORIGINS: "\*" is not an origin/],
  'an address with a path': [{ PUBLIC_URL: 'https://leads.example.test/app' }, /PUBLIC_URL: an origin without a path/],
  'roles that share no database': [{ ROLES: 'api' }, /DATABASE_URL: required when the roles are split/],
  'a mail server without a sender': [{ SMTP_URL: `smtp://u:${secret}@mail.example.test` }, /MAIL_FROM: set it too/],
  'an invalid service account': [{ GOOGLE_SERVICE_ACCOUNT: `{"private_key": "${secret}"` }, /GOOGLE_SERVICE_ACCOUNT/],
};

test('T49 a start with unsafe settings is refused; the error names the setting and repeats no secret', async () => {
  const refuse = async (name: string): Promise<void> => {
    const [env, line] = unsafe[name] ?? [{}, /never/];
    const site = await createSite({ folder, env: { NODE_ENV: 'production', ENCRYPTION_KEY: key, ...env } });
    const { code } = await launchProduct(site).ended;
    const said = await readFile(site.files.log, 'utf8');
    expect({ name, code, isNamed: line.test(said) }).toEqual({ name, code: 1, isNamed: true });
    expect(said).not.toContain(secret);
  };
  const names = Object.keys(unsafe);
  for (let index = 0; index < names.length; index += 3) await Promise.all(names.slice(index, index + 3).map(refuse));
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
