import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmod, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { register } from '#shared/contracts/users.ts';
import { encryptionKeyFile } from '#server/config/encryptionKeys.ts';
import { listen } from '#server/lib/listen.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';
import { SANDBOX_CREDENTIALS } from '#server/sandbox/credentials.ts';
import { connectPlatform } from '#server/testing/connectPlatform.ts';
import { freePort } from '#server/testing/freePort.ts';
import { waitUntil } from '#server/testing/waitUntil.ts';
import { startEdge } from './testing/startEdge.ts';
import type { EdgeBehaviour } from './testing/startEdge.ts';
import { ended, key as certificateKey, selfSigned } from './testing/certificates.ts';
import { startInstallation } from './testing/startInstallation.ts';
import type { DoctorRun, EnvChanges, Installation } from './testing/startInstallation.ts';

const isOnServer = inject('postgresUrl') !== '';

let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation();
  const password = 'a long enough one';
  const body = { name: 'Ada Example', email: 'ada@example.test', password, confirmpassword: password };
  const { data } = (await installation.api.request(register, { body })).body;
  await connectPlatform(installation.api, { userId: data._id, token: data.token }, 'google');
}, 120_000);
afterAll(() => installation.close());

const lit = (results: readonly CheckResult[]): string[] =>
  results.filter(({ state }) => state === 'fault' || state === 'warning').map(({ id }) => id);

/** What is wrong, how the doctor is run then, and how it is put right again. */
type Fault = {
  name: string;
  /** The check that names it, and what has to be changed. */
  id: string;
  remedy: string;
  arrange: () => Promise<DoctorRun & { undo?: () => unknown }>;
};

const withEnv = (name: string, id: string, remedy: string, env: EnvChanges): Fault => ({
  name,
  id,
  remedy,
  arrange: async () => ({ env }),
});

const closedPort = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;

const withClosedPort = (name: string, id: string, variable: string): Fault => ({
  name,
  id,
  remedy: variable,
  arrange: async () => ({ env: { [variable]: await closedPort() } }),
});

const withEdge = (name: string, id: string, remedy: string, change: Partial<EdgeBehaviour>): Fault => ({
  name,
  id,
  remedy,
  arrange: async () => {
    installation.edge.behave(change);
    return { undo: () => installation.edge.reset() };
  },
});

/** A web role that counts another number of proxies than there are. */
const withTrustedProxies = (name: string, count: string, remedy: string, edge: Partial<EdgeBehaviour> = {}): Fault => ({
  name,
  id: 'address.forwarding',
  remedy,
  arrange: async () => {
    const { url } = await installation.addWeb({ TRUST_PROXY: count });
    installation.edge.behave({ target: url, ...edge });
    return { env: { TRUST_PROXY: count }, undo: () => installation.edge.reset() };
  },
});

const withCertificate = (name: string, cert: string): Fault => ({
  name,
  id: 'address.certificate',
  remedy: '',
  arrange: async () => {
    const tls = await startEdge({
      port: 0,
      tls: { key: certificateKey, cert },
      behaviour: {
        target: `http://127.0.0.1:${installation.source['PORT']}`,
        forwardedFor: 'overwrite',
        otherHeaders: 'overwrite',
        upgrades: true,
        closed: null,
      },
    });
    return { env: { PUBLIC_URL: `https://localhost:${tls.port}` }, undo: () => tls.close() };
  },
});

const withMailServer = (name: string, remedy: string, options: SMTPServerOptions): Fault => ({
  name,
  id: 'mail.server',
  remedy,
  arrange: async () => {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 50,
      ...options,
    });
    server.on('error', () => undefined);
    const port = await freePort();
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
    return {
      env: { SMTP_URL: `smtp://leadlight:p%40ss@127.0.0.1:${port}` },
      undo: () => new Promise<void>((resolve) => server.close(() => resolve())),
    };
  },
});

const inDatabase = (text: string): Promise<unknown> => installation.context.pool.query(text);

const withData = (name: string, id: string, remedy: string, spoil: string, restore: string): Fault => ({
  name,
  id,
  remedy,
  arrange: async () => {
    await inDatabase(spoil);
    return { undo: () => inDatabase(restore) };
  },
});

/** A server that tells something else than it is: its functions stand behind others of the same name. */
const withFakedFunction = (name: string, id: string, definition: string): Fault => ({
  name,
  id,
  remedy: 'DATABASE_URL',
  arrange: async () => {
    await inDatabase(`create schema faked; create function faked.${definition}`);
    const url = new URL(installation.source['DATABASE_URL'] ?? '');
    url.searchParams.set('options', '-c search_path=faked,pg_catalog,public');
    return { env: { DATABASE_URL: url.href }, undo: () => inDatabase('drop schema faked cascade') };
  },
});

const withRole = (name: string, id: string, create: (role: string) => string): Fault => ({
  name,
  id,
  remedy: 'DATABASE_URL',
  arrange: async () => {
    const role = `doctor_${randomBytes(4).toString('hex')}`;
    await inDatabase(create(role));
    const url = new URL(installation.source['DATABASE_URL'] ?? '');
    url.username = role;
    return { env: { DATABASE_URL: url.href }, undo: () => inDatabase(`drop owned by ${role}; drop role ${role}`) };
  },
});

const withDatabaseUrl = (name: string, change: (url: URL) => void): Fault => ({
  name,
  id: 'data.reach',
  remedy: 'DATABASE_URL',
  arrange: async () => {
    const url = new URL(installation.source['DATABASE_URL'] ?? '');
    change(url);
    return { env: { DATABASE_URL: url.href } };
  },
});

const asApp = (path: string, init: RequestInit): Promise<Response> =>
  fetch(`${installation.sandbox.url}${path}`, { ...init, headers: { 'content-type': 'application/json' } });

const registerRedirects = (provider: string, addresses: string[]): Promise<Response> =>
  asApp('/control/redirects', { method: 'PUT', body: JSON.stringify({ provider, addresses }) });

const withoutRedirect = (provider: 'google' | 'facebook'): Fault => ({
  name: `a redirect address that is not entered at ${provider}`,
  id: `${provider}.redirect`,
  remedy: `/auth/${provider}/callback`,
  arrange: async () => {
    await registerRedirects(provider, ['https://leads.example.org/auth/callback']);
    return {
      undo: () => registerRedirects(provider, [`${installation.source['PUBLIC_URL']}/auth/${provider}/callback`]),
    };
  },
});

/** Meta's app, told to deliver to an address. */
const subscribeMeta = (callbackUrl: string, verifyToken: string): Promise<Response> => {
  const { appId, appSecret } = SANDBOX_CREDENTIALS.facebook;
  return asApp(`/v26.0/${appId}/subscriptions`, {
    method: 'POST',
    body: JSON.stringify({
      access_token: `${appId}|${appSecret}`,
      object: 'page',
      fields: 'leadgen',
      callback_url: callbackUrl,
      verify_token: verifyToken,
    }),
  });
};

const otherKeyFile = (): string => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return JSON.stringify({
    type: 'service_account',
    client_email: SANDBOX_CREDENTIALS.google.serviceAccount,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  });
};

const faults: Fault[] = [
  withEnv('a variable that cannot be read', 'settings.environment', 'PORT', { PORT: 'eighty' }),
  withEnv('origins of sockets without the own one', 'settings.origins', 'SOCKET_ORIGINS=http://localhost:', {
    SOCKET_ORIGINS: 'https://leads.example.org',
  }),

  withCertificate('a certificate that has ended', ended),
  withCertificate('a certificate that nobody trusts', selfSigned),

  withEnv('a wrong client secret of Google', 'google.credentials', 'GOOGLE_CLIENT_SECRET', {
    GOOGLE_CLIENT_SECRET: 'x',
  }),
  withClosedPort('Google out of reach', 'google.credentials', 'GOOGLE_OAUTH_URL'),
  {
    name: 'a key of the service account that Google does not know',
    id: 'google.service-account',
    remedy: 'GOOGLE_SERVICE_ACCOUNT',
    arrange: async () => ({ env: { GOOGLE_SERVICE_ACCOUNT: otherKeyFile() } }),
  },
  withoutRedirect('google'),
  withoutRedirect('facebook'),
  withEnv('a wrong app secret of Meta', 'facebook.credentials', 'FACEBOOK_APP_SECRET', { FACEBOOK_APP_SECRET: 'x' }),
  withEnv('an app id that Meta does not know', 'facebook.credentials', 'FACEBOOK_APP_ID', { FACEBOOK_APP_ID: '1' }),
  withEnv('a verify token that the process does not know', 'facebook.handshake', 'FACEBOOK_VERIFY_TOKEN', {
    FACEBOOK_VERIFY_TOKEN: 'another text',
  }),
  {
    name: 'an app of Meta that delivers elsewhere',
    id: 'facebook.subscription',
    remedy: '/webhooks/meta',
    arrange: async () => {
      const elsewhere = createServer((request, response) => {
        response.end(new URL(request.url ?? '', 'http://localhost').searchParams.get('hub.challenge'));
      });
      const port = await listen(elsewhere, '127.0.0.1', 0);
      await subscribeMeta(`http://127.0.0.1:${port}/webhooks/meta`, 'any');
      elsewhere.close();
      const { PUBLIC_URL = '', FACEBOOK_VERIFY_TOKEN = '' } = installation.source;
      return { undo: () => subscribeMeta(`${PUBLIC_URL}/webhooks/meta`, FACEBOOK_VERIFY_TOKEN) };
    },
  },
  withEnv('a wrong app secret of TikTok', 'tiktok.credentials', 'TIKTOK_APP_SECRET', { TIKTOK_APP_SECRET: 'x' }),

  withClosedPort('a public address where nobody listens', 'address.reach', 'PUBLIC_URL'),
  {
    name: 'a public address that leads to somebody else',
    id: 'address.reach',
    remedy: 'PUBLIC_URL',
    arrange: async () => ({ env: { PUBLIC_URL: installation.sandbox.url } }),
  },
  withEdge('a public address that leads on to another one', 'address.reach', 'PUBLIC_URL=https://www.example.org', {
    closed: { prefix: '/', status: 301, location: 'https://www.example.org/operator/probe' },
  }),
  {
    name: 'a server in front that forwards to a wrong port',
    id: 'address.reach',
    remedy: 'PORT=',
    arrange: async () => {
      installation.edge.behave({ target: await closedPort() });
      return { undo: () => installation.edge.reset() };
    },
  },
  withEdge('a server in front that passes X-Forwarded-For on', 'address.forwarding', '$remote_addr', {
    forwardedFor: 'pass',
  }),
  withEdge('TRUST_PROXY for a server that is not there', 'address.forwarding', 'TRUST_PROXY=1', {
    forwardedFor: 'none',
    otherHeaders: 'pass',
  }),
  withEdge('a server in front that passes X-Forwarded-Host on', 'address.forwarding', 'X-Forwarded-Host', {
    otherHeaders: 'pass',
  }),
  withTrustedProxies('TRUST_PROXY too small', '1', 'TRUST_PROXY=2'),
  withTrustedProxies('TRUST_PROXY too large, behind a server that joins addresses', '3', 'TRUST_PROXY=2', {
    forwardedFor: 'append',
  }),
  withEdge('a server in front that lets no upgrade through', 'address.websocket', 'proxy_set_header Upgrade', {
    upgrades: false,
  }),
  withEdge('a server in front that does not forward sockets', 'address.polling', '/socket.io/', {
    closed: { prefix: '/socket.io', status: 404 },
  }),

  withMailServer('a mail server that refuses the login', 'SMTP_URL', {
    onAuth: (_auth, _session, answer) => answer(new Error('no')),
    allowInsecureAuth: true,
  }),
  withMailServer('a mail server that refuses the sender', 'MAIL_FROM', {
    onAuth: (_auth, _session, answer) => answer(null, { user: 'leadlight' }),
    onMailFrom: (_address, _session, answer) => answer(new Error('no')),
    allowInsecureAuth: true,
  }),
  {
    name: 'a mail server that is away',
    id: 'mail.server',
    remedy: 'SMTP_URL',
    arrange: async () => ({ env: { SMTP_URL: (await closedPort()).replace('http', 'smtp') } }),
  },

  {
    name: 'a data folder that is none',
    id: 'machine.folder',
    remedy: 'DATA_DIR',
    arrange: async () => {
      const file = `${installation.source['DATA_DIR']}-file`;
      await writeFile(file, '');
      const key = installation.source['ENCRYPTION_KEY'] ?? (await keyText());
      return { env: { DATA_DIR: file, ENCRYPTION_KEY: key } };
    },
  },
  {
    name: 'a data folder that others may look into',
    id: 'machine.folder',
    remedy: 'chmod 700',
    arrange: async () => {
      const folder = installation.source['DATA_DIR'] ?? '';
      await chmod(folder, 0o755);
      return { undo: () => chmod(folder, 0o700) };
    },
  },
  {
    name: 'a disk that is nearly full',
    id: 'machine.disk',
    remedy: 'DATA_DIR',
    arrange: async () => ({ readFreeBytes: async () => 10_000_000 }),
  },
  {
    name: 'pages that are not built',
    id: 'machine.build',
    remedy: 'npm run build',
    arrange: async () => ({ root: installation.source['DATA_DIR'] ?? '' }),
  },
  {
    name: 'a clock that is wrong',
    id: 'machine.clock',
    remedy: 'timedatectl',
    arrange: async () => ({ now: () => new Date(Date.now() + 10 * 60_000) }),
  },

  withData(
    'a grant that Google no longer takes',
    'google.connections',
    'grant access again',
    `update connections set reconnect_reason = 'Please connect again'`,
    'update connections set reconnect_reason = null',
  ),
  withData(
    'a grant without a permission',
    'google.connections',
    'docs/providers/google.md',
    `update connections set granted_scopes = granted_scopes - 'https://www.googleapis.com/auth/drive.file'`,
    `update connections set granted_scopes = granted_scopes || '["https://www.googleapis.com/auth/drive.file"]'`,
  ),
  withData(
    'a table that a migration has not made yet',
    'data.migrations',
    'Start this version',
    `create table held as select * from drizzle.__drizzle_migrations order by created_at desc limit 1;
     delete from drizzle.__drizzle_migrations where created_at in (select created_at from held)`,
    'insert into drizzle.__drizzle_migrations select * from held; drop table held',
  ),
  withData(
    'a database of a newer version',
    'data.migrations',
    'Install that version',
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9000000000000)`,
    `delete from drizzle.__drizzle_migrations where hash = 'newer'`,
  ),
  withData(
    'work that nobody takes',
    'jobs.due',
    'ROLES',
    `select jobs.create_queue('forgotten', (select to_jsonb(q) from jobs.queue q where name = 'parked') || '{"policy": "standard"}');
     insert into jobs.job (name, state, start_after, completed_on) values ('forgotten', 'completed', now(), now());
     insert into jobs.job (name, start_after) values ('forgotten', now() - interval '20 minutes')`,
    `delete from jobs.job where name = 'forgotten'`,
  ),
  withData(
    'work that was put aside',
    'jobs.parked',
    'LOG_LEVEL',
    `insert into jobs.job (name) values ('parked')`,
    `delete from jobs.job where name = 'parked'`,
  ),
];

const serverFaults: Fault[] = [
  withDatabaseUrl('a database server that is away', (url) => {
    url.port = '1';
  }),
  withDatabaseUrl('a database that does not exist', (url) => {
    url.pathname = '/nowhere';
  }),
  withDatabaseUrl('a user that the database does not know', (url) => {
    url.username = 'nobody-here';
  }),
  withFakedFunction(
    'a PostgreSQL that is too old',
    'data.version',
    `current_setting(text) returns text language sql as $$
       select case $1 when 'server_version_num' then '140011' else pg_catalog.current_setting($1) end $$`,
  ),
  withFakedFunction(
    'a clock of the database that is wrong',
    'data.clock',
    `clock_timestamp() returns timestamptz language sql as $$
       select pg_catalog.clock_timestamp() + interval '5 minutes' $$`,
  ),
  withRole(
    'a user who does not own the tables',
    'data.rights',
    (role) => `create role ${role} login;
      grant usage on schema public, jobs, drizzle to ${role};
      grant select on all tables in schema public, jobs, drizzle to ${role}`,
  ),
  withRole(
    'too few connections for the user',
    'data.connections',
    (role) => `create role ${role} login in role postgres connection limit 3`,
  ),
  {
    name: 'a key that does not open what is stored',
    id: 'data.sealed',
    remedy: 'ENCRYPTION_KEY',
    arrange: async () => ({ env: { ENCRYPTION_KEY: randomBytes(32).toString('base64') } }),
  },
  withData(
    'an extension that is missing',
    'data.extension',
    'create extension pg_trgm',
    'drop extension pg_trgm cascade',
    'create extension pg_trgm',
  ),
];

const keyText = async (): Promise<string> => {
  const { findEncryptionKeys } = await import('#server/config/encryptionKeys.ts');
  return (await findEncryptionKeys(installation.context.env)).join(',');
};

const secretsOf = ({ source }: Installation): string[] =>
  Object.entries(source)
    .filter(([name]) => /SECRET|TOKEN|KEY|SERVICE_ACCOUNT/.test(name))
    .map(([, value]) => value);

test('finds nothing to change where nothing is wrong, and tells no secret', async () => {
  // The embedded database may be busy for a while with what a new connection begins by itself.
  const results = await waitUntil(
    async () => {
      const found = await installation.runDoctor();
      return found.every(({ state }) => state !== 'skipped') && found;
    },
    { timeoutMs: 50_000 },
  );
  expect(lit(results)).toEqual([]);
  const ids = results.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const text = JSON.stringify(results);
  for (const secret of secretsOf(installation)) expect(text.includes(secret)).toBe(false);
  expect(text).not.toContain('ada@example.test');
}, 60_000);

test.for([...faults, ...(isOnServer ? serverFaults : [])])('names $name', async ({ id, remedy, arrange }) => {
  const { undo, ...run } = await arrange();
  try {
    const results = await installation.runDoctor(run);
    expect(lit(results)).toEqual([id]);
    expect(results.find((result) => result.id === id)?.remedy).toContain(remedy);
  } finally {
    await undo?.();
  }
});

test.runIf(isOnServer)('tells that an older key is still needed while tokens are encrypted with it', async () => {
  const old = installation.source['ENCRYPTION_KEY'] ?? '';
  const run = (keys: string[]) => installation.runDoctor({ env: { ENCRYPTION_KEY: keys.join(',') } });
  const sealedOf = (results: CheckResult[]) => results.find(({ id }) => id === 'data.sealed');
  const added = createHash('sha256').update('another').digest('base64');
  expect(sealedOf(await run([added, old]))).toMatchObject({ state: 'note', remedy: expect.stringContaining('Leave') });
  expect(sealedOf(await run([old, added]))).toMatchObject({
    state: 'note',
    remedy: expect.stringContaining('can be taken out of `ENCRYPTION_KEY`'),
  });
});

test('sends a mail where it is asked to, and none otherwise', async () => {
  const readInbox = async (): Promise<unknown> => (await fetch(`${installation.sandbox.url}/control/mail`)).json();
  expect(JSON.stringify(await readInbox())).not.toContain('operator@example.test');
  const results = await installation.runDoctor({ mailTo: 'operator@example.test' });
  expect(results.find(({ id }) => id === 'mail.delivery')?.state).toBe('ok');
  expect(JSON.stringify(await readInbox())).toContain('operator@example.test');
});

describe('while the product does not run', () => {
  beforeAll(() => installation.stopProduct());

  test('says so, and judges what can be judged', async () => {
    const results = await installation.runDoctor();
    expect(lit(results)).toEqual([]);
    const stateOf = (id: string) => results.find((result) => result.id === id)?.state;
    expect([stateOf('address.product'), stateOf('address.reach')]).toEqual(['note', 'skipped']);
    expect([stateOf('data.migrations'), stateOf('google.credentials')]).toEqual(['ok', 'ok']);
  });

  test.runIf(!isOnServer)('does not open a database that would find no room, and says why', async () => {
    const results = await installation.runDoctor({ readFreeBytes: async () => 10_000_000 });
    expect(lit(results)).toEqual(['machine.disk']);
    expect(results.find(({ id }) => id === 'data.reach')).toMatchObject({
      state: 'skipped',
      found: expect.stringContaining('Free space'),
    });
  });

  test.runIf(!isOnServer)('names a key that is gone, and one that others may read', async () => {
    const path = join(installation.source['DATA_DIR'] ?? '', encryptionKeyFile);
    await chmod(path, 0o644);
    const open = await installation.runDoctor();
    expect(lit(open)).toEqual(['data.key']);
    await chmod(path, 0o600);
    await rename(path, `${path}.away`);
    const gone = await installation.runDoctor();
    expect(lit(gone)).toContain('data.key');
    expect(gone.find(({ id }) => id === 'data.key')?.remedy).toContain('from your backup');
    await rename(`${path}.away`, path);
  });
});
