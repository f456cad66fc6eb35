import { spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { parseEnv, variableNames } from './env.ts';
import { faultsOf } from './testing/faultsOf.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The `# NAME=value` lines of the example. Prose never has `=` right after a name in capitals. */
const readExample = async (): Promise<[name: string, value: string][]> => {
  const text = await readFile(join(root, '.env.example'), 'utf8');
  // Only docker-compose.yml reads the variables after this line.
  const [ours = ''] = text.split('# --- Docker Compose');
  return [...ours.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
};

/** The name at the start of each fault, which is the variable to change. */
const variablesOf = (faults: readonly string[]): string[] => faults.map((fault) => fault.split(':')[0] ?? '');

const key = Buffer.alloc(32, 7).toString('base64');
const secrets = {
  key: 'bm90LTMyLWJ5dGVz',
  google: 'google-secret-never-shown',
  tiktok: 'tiktok-secret-never-shown',
  database: 'postgres://app:database-password@db:5432/leadlight',
};

describe('.env.example', () => {
  it('lists exactly the variables that are read, in the same order', async () => {
    expect((await readExample()).map(([name]) => name)).toEqual(variableNames);
  });

  it('shows the defaults of the code', async () => {
    const shown = Object.fromEntries(await readExample());
    expect(parseEnv(shown)).toEqual(parseEnv({}));
  });

  it('shows a value wherever there is a default', async () => {
    const defaults: Record<string, unknown> = parseEnv({});
    const empty = (await readExample()).filter(([, value]) => value === '').map(([name]) => name);
    expect(empty).toEqual(variableNames.filter((name) => (defaults[name] ?? null) === null));
  });
});

describe('parseEnv', () => {
  it('lists all malformed values at once', () => {
    const faults = faultsOf({
      PORT: '70000',
      API_PORT: 'four thousand',
      PUBLIC_URL: 'leads.example.org',
      ROLES: 'web,cook',
      SANDBOX: 'maybe',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://app:database-password@db/leadlight',
      PASSWORD_MIN_LENGTH: '3',
    });
    expect(variablesOf(faults).toSorted()).toEqual([
      'API_PORT',
      'DATABASE_URL',
      'LOG_LEVEL',
      'PASSWORD_MIN_LENGTH',
      'PORT',
      'PUBLIC_URL',
      'ROLES',
      'SANDBOX',
    ]);
    expect(faults.join('\n')).not.toContain('database-password');
  });

  it('lists wrong values and broken rules at once, without repeating secrets', () => {
    const faults = faultsOf({
      NODE_ENV: 'production',
      PORT: '70000',
      TRUST_PROXY: 'all',
      ENCRYPTION_KEY: secrets.key,
      GOOGLE_CLIENT_SECRET: secrets.google,
      TIKTOK_APP_SECRET: secrets.tiktok,
      SMTP_URL: 'smtp://mailer:mail-password@mail.example.org',
      FACEBOOK_GRAPH_URL: 'http://graph.example.org',
      GOOGLE_ADS_URL: 'http://ads.example.org',
      PUBLIC_URL: 'https://leads.example.org/app',
      SOCKET_ORIGINS: 'https://leads.example.org/app',
      ROLES: 'web,worker',
    });
    expect(variablesOf(faults).toSorted()).toEqual([
      'API_URL',
      'DATABASE_URL',
      'ENCRYPTION_KEY',
      'FACEBOOK_GRAPH_URL',
      'GOOGLE_ADS_URL',
      'GOOGLE_CLIENT_ID',
      'MAIL_FROM',
      'PORT',
      'PUBLIC_URL',
      'SOCKET_ORIGINS',
      'TIKTOK_APP_ID',
      'TRUST_PROXY',
    ]);
    const text = faults.join('\n');
    for (const secret of [secrets.key, secrets.google, secrets.tiktok, 'mail-password'])
      expect(text).not.toContain(secret);
  });

  it('requires a key that several machines can share, and hides the database URL', () => {
    const faults = faultsOf({ DATABASE_URL: secrets.database, FACEBOOK_APP_ID: '1' });
    expect(variablesOf(faults).toSorted()).toEqual(['ENCRYPTION_KEY', 'FACEBOOK_APP_SECRET']);
    expect(faults.join('\n')).not.toContain('database-password');
    expect(faultsOf({ DATABASE_URL: secrets.database, ENCRYPTION_KEY: `${key}, ${key}` })).toEqual([]);
    expect(variablesOf(faultsOf({ ENCRYPTION_KEY: `${key},${secrets.key}` }))).toEqual(['ENCRYPTION_KEY']);
  });

  it.each(['pass#word', '12#word', 'pass/word', '12/word', 'pass?word', '12?word', '#', 'a@b#c'])(
    'explains how to encode the password %s',
    (password) => {
      const settings = (typed: string) => ({
        DATABASE_URL: `postgres://app:${typed}@db:5432/leadlight?sslmode=require`,
        DATABASE_LISTEN_URL: `postgres://app:${typed}@db:5432/leadlight`,
        SMTP_URL: `smtps://me@example.org:${typed}@mail.example.org:465`,
        MAIL_FROM: 'leads@example.org',
        ENCRYPTION_KEY: key,
      });
      const rule = 'write # as %23, / as %2F, ? as %3F and % as %25 in the user and password';
      expect(faultsOf(settings(password))).toEqual([
        `DATABASE_URL: ${rule}`,
        `DATABASE_LISTEN_URL: ${rule}`,
        `SMTP_URL: ${rule}`,
      ]);
      expect(faultsOf(settings(encodeURIComponent(password)))).toEqual([]);
    },
  );

  it.each([
    'postgres://db/leadlight?user=app@server&password=x',
    'postgres://app@server:x@db/leadlight?options=a@b',
    'postgres:///leadlight?host=/run/postgresql',
    'postgres://db',
  ])('accepts %s', (url) => {
    expect(faultsOf({ DATABASE_URL: url, ENCRYPTION_KEY: key })).toEqual([]);
  });

  it('requires a database when roles that need one are split, but not for pages alone', () => {
    expect(variablesOf(faultsOf({ ROLES: 'api,worker' }))).toEqual(['DATABASE_URL']);
    expect(variablesOf(faultsOf({ DATABASE_LISTEN_URL: secrets.database }))).toEqual(['DATABASE_URL']);
    expect(faultsOf({ ROLES: 'web', API_URL: 'http://api:4000' })).toEqual([]);
  });

  it('accepts plain http for the platforms in development and for the sandbox', () => {
    const plain = { GOOGLE_ADS_URL: 'http://127.0.0.1:4100', ENCRYPTION_KEY: key };
    expect(faultsOf({ ...plain, NODE_ENV: 'development' })).toEqual([]);
    expect(faultsOf({ ...plain, NODE_ENV: 'production', SANDBOX: 'true' })).toEqual([]);
    expect(variablesOf(faultsOf({ ...plain, NODE_ENV: 'production' }))).toEqual(['GOOGLE_ADS_URL']);
  });

  it('accepts a version of the Graph API, v26.0 by default', () => {
    expect(parseEnv({}).FACEBOOK_GRAPH_VERSION).toBe('v26.0');
    expect(parseEnv({ FACEBOOK_GRAPH_VERSION: 'v27.0' }).FACEBOOK_GRAPH_VERSION).toBe('v27.0');
    for (const wrong of ['27', '27.0', 'v27', 'v26.0/act_1', 'latest'])
      expect(variablesOf(faultsOf({ FACEBOOK_GRAPH_VERSION: wrong }))).toEqual(['FACEBOOK_GRAPH_VERSION']);
  });

  it('ignores variables of earlier releases', () => {
    const former = { LLM_URL: 'not an address', LLM_KEY: 'key', LLM_KEY_FILE: '/no/such/file', LLM_MODEL: '' };
    expect(parseEnv(former)).toEqual(parseEnv({}));
  });

  it('treats an empty value as absent', () => {
    const empty = Object.fromEntries(variableNames.map((name, index) => [name, index % 2 === 0 ? '' : '  ']));
    expect(parseEnv(empty)).toEqual(parseEnv({}));
  });

  it('returns a frozen, typed object', () => {
    const env = parseEnv({
      PORT: '8080',
      ROLES: 'web, api,worker',
      SANDBOX: '1',
      PUBLIC_URL: 'https://leads.example.org/',
      API_URL: 'http://api:4000/',
      SOCKET_ORIGINS: 'https://a.example.org, https://b.example.org',
      UNKNOWN_VARIABLE: 'omitted',
    });
    expect(env).toMatchObject({
      PORT: 8080,
      ROLES: ['web', 'api', 'worker'],
      SANDBOX: true,
      PUBLIC_URL: 'https://leads.example.org',
      API_URL: 'http://api:4000',
      SOCKET_ORIGINS: ['https://a.example.org', 'https://b.example.org'],
      TRUST_PROXY: 1,
    });
    expect(env).not.toHaveProperty('UNKNOWN_VARIABLE');
    expect(Object.isFrozen(env)).toBe(true);
    expectTypeOf(env.PORT).toEqualTypeOf<number>();
    expectTypeOf(env.ROLES).toEqualTypeOf<('web' | 'api' | 'worker')[]>();
    expectTypeOf(env.GOOGLE_CLIENT_ID).toEqualTypeOf<string | undefined>();
  });
});

/** Starts the product with `env` as its whole environment. */
const start = async (env: Record<string, string>): Promise<{ code: number | null; stdout: string; stderr: string }> => {
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], { cwd: root, env });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, stdout, stderr };
};

it('suggests the setting for a misspelt variable', () => {
  expect(parseEnv({ LEAD_RETENTION: '30' }).misspelt).toEqual([
    { name: 'LEAD_RETENTION', nearest: 'LEAD_RETENTION_DAYS' },
  ]);
  expect(faultsOf({ MAIL_FROM: 'leads@example.org', SMTP_URI: 'smtp://mail.example.org' })).toEqual([
    'SMTP_URL: set it too, or leave out MAIL_FROM',
    'SMTP_URI: not a setting; did you mean SMTP_URL?',
  ]);
});

describe('server/main.ts', () => {
  it('exits with 1 in a faulty environment, prints one line per fault and starts nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadlight-env-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const env = {
      NODE_ENV: 'production',
      PORT: '70000',
      DATA_DIR: folder,
      ENCRYPTION_KEY: secrets.key,
      GOOGLE_CLIENT_SECRET: secrets.google,
      GOOGLE_ADS_URL: 'http://ads.example.org',
    };
    const { code, stdout, stderr } = await start(env);
    const faults = faultsOf(env);
    expect(faults).toHaveLength(4);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([
      'The environment has 4 faults:',
      ...faults.map((fault) => `  - ${fault}`),
    ]);
    expect(await readdir(folder)).toEqual([]);
  });
});
