import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { fetchGoogleSheet, listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { exportGoogleSheet, exportList, listExports } from '#shared/contracts/exports.ts';
import { facebookInsights, googleCampaigns, tiktokCampaigns } from '#shared/contracts/insights.ts';
import { listFacebookLeads, listLeads } from '#shared/contracts/leads.ts';
import { deleteAccount, erasePerson, listErasures } from '#shared/contracts/privacy.ts';
import { createSheetSync, listSheetSyncRuns, runSheetSync } from '#shared/contracts/sheetSyncs.ts';
import { login, logout, register, resetPassword, sendOtp, socialLogin } from '#shared/contracts/users.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { startSandbox } from '#server/sandbox/startSandbox.ts';
import type { RunningSandbox } from '#server/sandbox/startSandbox.ts';
import { findPlaces } from '#server/testing/canaries/findPlaces.ts';
import type { Canaries } from '#server/testing/canaries/findPlaces.ts';
import { startLeakyPlatform } from '#server/testing/canaries/leakyPlatform.ts';
import type { LeakyPlatform } from '#server/testing/canaries/leakyPlatform.ts';
import { startMailServer } from '#server/testing/canaries/startMailServer.ts';
import type { CanaryMailServer } from '#server/testing/canaries/startMailServer.ts';
import { connectPlatform, walkConsent } from '#server/testing/connectPlatform.ts';
import { createRequest } from '#server/testing/createRequest.ts';
import type { ApiRequest } from '#server/testing/createRequest.ts';
import { freePort } from '#server/testing/freePort.ts';
import { openSocket } from '#server/testing/openSocket.ts';
import { createServerDatabase } from '#server/testing/openTestDatabase.ts';
import { putSheet, submitLead } from '#server/testing/sandboxControl.ts';
import { waitUntil } from '#server/testing/waitUntil.ts';
import { createSite, launchProduct, startProduct } from '../../scripts/faults/startProduct.ts';
import type { FaultProduct, ProductSite } from '../../scripts/faults/startProduct.ts';
import { createLogger } from './logger.ts';

/*
 * The product at its most talkative is given secrets and personal data at every place that takes some, in calls that work and
 * in calls that fail. Then everything that it has said and stored is searched for them. Needs the built pages.
 */

const mark = (name: string): string => `${name}-canary-${randomBytes(6).toString('hex')}`;
const phoneOf = (): string => `+49${randomBytes(5).readUIntBE(0, 5).toString().padStart(13, '7')}`;

/** What only the environment has. */
const settings = {
  key: randomBytes(32).toString('base64'),
  operatorToken: mark('operator'),
  smtpPassword: mark('smtp'),
  verifyToken: mark('verify'),
  databasePassword: mark('database'),
};
/** What strangers and people send. */
const sent = {
  password: mark('password'),
  wrongPassword: mark('wrong-password'),
  newPassword: mark('new-password'),
  credential: mark('credential'),
  cookie: mark('cookie'),
  header: mark('authorization'),
  code: mark('oauth-code'),
  state: mark('oauth-state'),
  socketToken: mark('socket-token'),
  uncaught: mark('uncaught'),
};
const idempotencyKey = mark('idempotency');
const account = { name: mark('account-name'), email: `${mark('account')}@example.test` };
const stranger = { email: `${mark('stranger')}@example.test`, text: mark('stranger-text') };
const person = (name: string) => ({
  name: mark(`${name}-name`),
  email: `${mark(name)}@example.test`,
  phone: phoneOf(),
  answer: mark(`${name}-answer`),
});
const formLead = person('form-lead');
const importedLead = person('imported-lead');
const sheetLead = person('sheet-lead');
const exportedRow = person('exported-row');
/** Are there for a while, and then deleted. */
const erasedLead = person('erased-lead');
const deletedAccount = { name: mark('deleted-name'), email: `${mark('deleted')}@example.test` };
const sheetId = mark('sheet');

let platform: LeakyPlatform;
let sandbox: RunningSandbox;
let mailServer: CanaryMailServer;
let database: Awaited<ReturnType<typeof createServerDatabase>>;
/** As the product is told it: with a password. */
let databaseUrl: string | undefined;
let folder: string;
let site: ProductSite;
let product: FaultProduct;
let request: ApiRequest;
let me: { userId: string; token: string };
const sessionTokens: string[] = [];
/** The bodies of all answers that were failures. */
const refusals: string[] = [];
let output = '';
let oneTimeCode = '';

/** Throws an error as an HTTP client would, with the whole call hanging on it. Its own text may stand in a stack. */
const fatalPreload = `data:text/javascript,${encodeURIComponent(
  `process.on('SIGUSR2', () => { const leak = process.env.UNCAUGHT;
   const cause = Object.assign(new Error('a call failed'), { response: { data: leak }, detail: leak });
   throw Object.assign(new Error('the end', { cause }), { config: { headers: { authorization: leak } } }); });`,
)}`;

const role = `canary_${randomBytes(4).toString('hex')}`;

/** Lets somebody with a password into the database. @returns the address with which they come */
const addRole = async (url: string, password: string): Promise<string> => {
  const db = new Client({ connectionString: url });
  await db.connect();
  await db.query(`create role ${role} superuser login password '${password}'`);
  await db.end();
  return Object.assign(new URL(url), { username: role, password }).href;
};

const dropRole = async (): Promise<void> => {
  const db = new Client({ connectionString: inject('postgresUrl') });
  await db.connect();
  await db.query(`drop role ${role}`);
  await db.end();
};

/** Any call, with what a browser would send along; failures are kept. */
const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const headers = { cookie: `session=${sent.cookie}`, ...Object.fromEntries(new Headers(init.headers)) };
  const response = await fetch(`${site.url}${path}`, { redirect: 'manual', ...init, headers });
  if (response.status >= 400) refusals.push(await response.clone().text());
  return response;
};
const call: ApiRequest = async (endpoint, options = {}) => {
  const answer = await request(endpoint, {
    ...options,
    headers: { cookie: `session=${sent.cookie}`, 'idempotency-key': mark(idempotencyKey), ...options.headers },
  });
  if (answer.status >= 400) refusals.push(JSON.stringify(answer.body));
  return answer;
};

beforeAll(async () => {
  platform = await startLeakyPlatform();
  const sandboxPort = await freePort();
  sandbox = await startSandbox({ port: sandboxPort, url: platform.url });
  platform.forwardTo(`http://127.0.0.1:${sandboxPort}`);
  mailServer = await startMailServer();
  folder = await mkdtemp(join(tmpdir(), 'll-canaries-'));
  database = await createServerDatabase();
  if (database) databaseUrl = await addRole(database.url, settings.databasePassword);
  site = await createSite({
    folder,
    environment: sandbox.environment,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    env: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'trace',
      ENCRYPTION_KEY: settings.key,
      OPERATOR_TOKEN: settings.operatorToken,
      FACEBOOK_VERIFY_TOKEN: settings.verifyToken,
      SMTP_URL: mailServer.urlFor('leadlight', settings.smtpPassword),
      AUTOSYNC_INTERVAL_SECONDS: '1',
      RECONCILE_INTERVAL_SECONDS: '2',
      NODE_OPTIONS: `--import=${fatalPreload}`,
      UNCAUGHT: sent.uncaught,
    },
  });
  product = await startProduct(site);
  request = createRequest(site.url);
}, 120_000);

afterAll(async () => {
  if (product.process.exitCode === null) await product.end('SIGKILL');
  await mailServer.close();
  await sandbox.close();
  await platform.close();
  await database?.drop();
  if (database) await dropRole();
  await rm(folder, { recursive: true, force: true });
});

const asJson = { 'content-type': 'application/json' };
const signedIn = () => ({ authorization: `Bearer ${me.token}` });
const platforms = ['google', 'facebook', 'tiktok'] as const;
const since = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
const until = new Date().toISOString().slice(0, 10);

const rowOf = ({ name, email, phone, answer }: ReturnType<typeof person>) => ({
  Name: name,
  EmailAddress: email,
  Number: phone,
  Project: answer,
});

/** The machine may be busy; what never comes is a failure all the same. */
const waitFor = <T>(what: string, check: () => Promise<T>) => waitUntil(check, { timeoutMs: 90_000, what });
const isLogged = async (text: string, times = 1): Promise<boolean> =>
  (await readFile(site.files.log, 'utf8')).split(text).length > times;

/** Accounts: in and out, with wrong passwords, codes and credentials. */
const useAccounts = async (): Promise<void> => {
  const { password, newPassword, wrongPassword, credential } = sent;
  const given = { ...account, password, confirmpassword: password };
  const { body } = await call(register, { body: given });
  await call(register, { body: given });
  await call(register, { body: { ...given, email: `${stranger.text} is no address`, confirmpassword: wrongPassword } });
  sessionTokens.push(body.data.token);
  await call(login, { body: { email: account.email, password: wrongPassword } });
  await call(login, { body: { email: stranger.email, password: wrongPassword } });
  await call(socialLogin, { body: { type: 1, token: credential } });
  await call(sendOtp, { body: { email: account.email } });
  const mail = await waitFor('the mail', async () => mailServer.mails.find((each) => each.includes(account.email)));
  oneTimeCode = /(?<!\w)\d{6}(?!\w)/.exec(mail.slice(mail.indexOf('\r\n\r\n')))?.[0] ?? '';
  const reset = { email: account.email, newPassword, confirmPassword: newPassword };
  await call(resetPassword, { body: { ...reset, otp: oneTimeCode === '000000' ? '000001' : '000000' } });
  expect((await call(resetPassword, { body: { ...reset, otp: oneTimeCode } })).status).toBe(200);
  const again = await call(login, { body: { email: account.email, password: newPassword } });
  me = { userId: again.body.data._id, token: again.body.data.token };
  const other = await call(login, { body: { email: account.email, password: newPassword } });
  sessionTokens.push(me.token, other.body.data.token);
  await call(logout, { token: other.body.data.token });
  // The operator, and who would like to be.
  for (const token of [settings.operatorToken, sent.header]) {
    const headers = { authorization: `Bearer ${token}` };
    await ask('/readyz', { headers });
    await ask('/operator', { method: 'POST', body: new URLSearchParams({ token }) });
  }
  // What is no call, no JSON, no session.
  await ask(`/api/user/profile?email=${account.email}`, { headers: { authorization: `Bearer ${sent.header}` } });
  await ask('/api/user/login', { method: 'POST', headers: asJson, body: `{"email": "${stranger.email}", "pass` });
  await ask('/api/meta-custom-leads', {
    method: 'POST',
    headers: { ...asJson, ...signedIn() },
    body: `{"leads": [{"name": "${stranger.text}"}, {"name": ]}`,
  });
};

/** Consent popups that end well, that are refused, that are forged. */
const useConsent = async (): Promise<void> => {
  for (const id of platforms) {
    await connectPlatform({ url: site.url, request: call }, me, id);
    const { html } = await walkConsent(site, { platform: id, userId: me.userId, answer: { button: 'Deny' } });
    refusals.push(html);
    const forged = new URLSearchParams({ code: sent.code, auth_code: sent.code, state: sent.state });
    await ask(`/auth/${id}/callback?${forged}`);
    await ask(
      `/auth/${id}/callback?${new URLSearchParams({ error: 'x', error_description: stranger.text, state: sent.state })}`,
    );
    await ask(`/auth/${id}?userId=${stranger.text}`);
  }
};

/** Leads that arrive, are looked for, imported and read from sheets. */
const useLeads = async (): Promise<string> => {
  const { name, email, phone, answer } = formLead;
  await submitLead(sandbox, {
    platform: 'facebook',
    fields: { full_name: name, email, phone_number: phone, 'which_model?': [answer] },
  });
  await submitLead(sandbox, { platform: 'tiktok', fields: { name, email, phone_number: phone } });
  for (const list of [listLeads.facebook, listLeads.tiktok])
    await waitFor(
      `a lead of ${list.path}`,
      async () => (await call(list, { token: me.token, query: { search: email } })).body.totalItems === 1,
    );
  await call(listFacebookLeads, { token: me.token });
  for (const path of ['/webhooks/meta', '/webhooks/tiktok'])
    await ask(path, {
      method: 'POST',
      headers: { ...asJson, 'x-hub-signature-256': `sha256=${sent.header}` },
      body: JSON.stringify({ object: 'page', entry: [{ id: stranger.text }], content: stranger.email }),
    });
  await ask(`/webhooks/meta?hub.mode=subscribe&hub.challenge=1&hub.verify_token=${sent.header}`);

  await call(saveCustomLeads, { token: me.token, body: { leads: [{ id: 'l1', ...rowOf(importedLead) }] } });
  await call(saveCustomLeads, { token: me.token, body: { leads: [stranger.text] } });
  await waitFor(
    'the imported lead',
    async () =>
      (await call(listCustomLeads, { token: me.token, query: { search: importedLead.email } })).body.totalItems === 1,
  );

  const rows = [['Name', 'Email Address', 'Number', 'Project'], Object.values(rowOf(sheetLead)), [sheetLead.answer]];
  const address = await putSheet(sandbox, sheetId, { rows, shared: 'public' });
  await call(fetchGoogleSheet, { token: me.token, query: { url: address } });
  await call(fetchGoogleSheet, { token: me.token, query: { url: `https://elsewhere.example/${stranger.text}` } });
  const { body } = await call(createSheetSync, { token: me.token, body: { url: address, type: 'meta' } });
  return body.data._id;
};

const readFigures = async (): Promise<void> => {
  const { token } = me;
  const idsOf = async (id: (typeof platforms)[number]) =>
    ((await call(listAdAccounts[id], { token })).body.accounts ?? []).map((each) => each.id).slice(0, 1);
  const ids = { google: await idsOf('google'), facebook: await idsOf('facebook'), tiktok: await idsOf('tiktok') };
  await call(googleCampaigns, { token, body: { startDate: since, endDate: until, customerIds: ids.google } });
  await call(facebookInsights, { token, body: { since, until, ad_account_ids: ids.facebook } });
  await call(tiktokCampaigns, { token, body: { start_date: since, end_date: until, advertiser_ids: ids.tiktok } });
};

const exportAll = async (): Promise<void> => {
  const { token } = me;
  await call(exportGoogleSheet, { token, body: { data: [rowOf(exportedRow)] } });
  await call(exportList, { token, body: { list: 'facebook', search: formLead.email } });
  const isOver = async () =>
    (await call(listExports, { token })).body.data.every(({ state }) => state === 'complete' || state === 'failed');
  await waitFor('the end of the exports', isOver);
};

/** A lead that is erased, an account that is deleted, and what calls itself a request of Meta's. */
const eraseSome = async (): Promise<void> => {
  const { token } = me;
  await call(saveCustomLeads, { token, body: { leads: [{ id: 'l2', ...rowOf(erasedLead) }] } });
  await call(erasePerson, { token, body: { email: erasedLead.email, phone: erasedLead.phone } });
  const receipts = async () => (await call(listErasures, { token })).body.data;
  await waitFor('the erasure', async () => {
    const [receipt] = await receipts();
    return receipt !== undefined && receipt.finishedAt !== null;
  });

  const { password } = sent;
  const { body } = await call(register, { body: { ...deletedAccount, password, confirmpassword: password } });
  sessionTokens.push(body.data.token);
  await call(deleteAccount, { token: body.data.token, body: { email: stranger.email } });
  await call(deleteAccount, { token: body.data.token, body: { email: deletedAccount.email } });
  for (const path of ['/webhooks/meta/deauthorize', '/webhooks/meta/data-deletion'])
    await ask(path, {
      method: 'POST',
      body: new URLSearchParams({ signed_request: `${sent.header}.${stranger.text}` }),
    });
};

const useSockets = async (): Promise<void> => {
  const refused = [
    openSocket(site.url, { userId: me.userId, token: sent.socketToken }),
    openSocket(site.url, { userId: stranger.text, token: me.token }),
    openSocket(site.url, {
      userId: me.userId,
      token: me.token,
      headers: { origin: 'https://elsewhere.example' },
    }),
  ];
  for (const socket of refused) refusals.push((await socket.handshake)?.message ?? '');
  const socket = openSocket(site.url, me);
  expect(await socket.handshake).toBeNull();
  const junk: unknown = { userId: me.userId, platform: 'google', timestamp: stranger.text, rows: [stranger.email] };
  // As no client of ours would.
  const untyped: { emit(event: string, payload: unknown): unknown } = socket.socket;
  untyped.emit('google_export_Sheet', junk);
  untyped.emit(stranger.text, junk);
  await waitFor('the refusal', async () => socket.received.some(({ event }) => event === 'export_error'));
  refusals.push(JSON.stringify(socket.received));
  socket.close();
};

/** The same calls while every platform repeats in its refusal all that it was sent. */
const useLeakyPlatforms = async (syncId: string): Promise<void> => {
  for (const status of [400, 500]) {
    platform.leak(status);
    await readFigures();
    await call(runSheetSync, { token: me.token, params: { id: syncId } });
    await call(fetchGoogleSheet, { token: me.token, query: { url: `${platform.url}/spreadsheets/d/${sheetId}/edit` } });
    await call(listFacebookLeads, { token: me.token });
    for (const id of platforms) {
      const query = new URLSearchParams({ code: sent.code, auth_code: sent.code, state: sent.state });
      await ask(`/auth/${id}/callback?${query}`);
    }
    const runs = async () => (await call(listSheetSyncRuns, { token: me.token, params: { id: syncId } })).body.data;
    await waitFor('a failed run', async () => (await runs()).some(({ state }) => state === 'failed'));
  }
  platform.leak(null);
  mailServer.refuse();
  await call(sendOtp, { body: { email: account.email } });
  await waitFor('a refused mail', () => isLogged('The mail server did not take a message'));
};

/** Statements that fail with the row in what the server says. */
const useBrokenTables = async (url: string): Promise<void> => {
  const db = new Client({ connectionString: url });
  await db.connect();
  try {
    for (const table of ['users', 'leads', 'custom_leads'])
      await db.query(`alter table ${table} add constraint canary check (false) not valid`);
    const broken = { ...account, email: stranger.email, password: sent.password, confirmpassword: sent.password };
    expect((await call(register, { body: broken })).status).toBe(500);
    await call(saveCustomLeads, { token: me.token, body: { leads: [rowOf(importedLead)] } });
    const { email, name } = formLead;
    await submitLead(sandbox, { platform: 'facebook', fields: { full_name: name, email } });
    await waitFor('three refused rows', () => isLogged('violates check constraint', 3));
    for (const table of ['users', 'leads', 'custom_leads'])
      await db.query(`alter table ${table} drop constraint canary`);
  } finally {
    await db.end();
  }
};

const withDatabase = async <T>(use: (db: Client | Pool) => Promise<T>): Promise<T> => {
  if (database) {
    const db = new Client({ connectionString: database.url });
    await db.connect();
    try {
      return await use(db);
    } finally {
      await db.end();
    }
  }
  const dataDir = site.env['DATA_DIR'] ?? '';
  const opened = await openDatabase({
    databaseUrl: undefined,
    dataDir,
    logger: createLogger('silent'),
    onCrash: (error) => {
      throw error;
    },
  });
  try {
    return await use(opened.pool);
  } finally {
    await opened.close();
  }
};

const customLeadColumns = ['name', 'email_address', 'number', 'project', 'search_text'].map(
  (column) => `public.custom_leads.${column}`,
);

/** Where personal data belongs; secrets belong nowhere. */
const ownColumns: Record<string, readonly string[]> = {
  account: ['public.users.name', 'public.users.email'],
  formLead: [
    ...['answers', 'email', 'name', 'phone', 'search_text'].map((column) => `public.leads.${column}`),
    // What the person looked for when they exported the list.
    'public.exports.source',
  ],
  // Until all of an import is stored, its rows wait in batches.
  importedLead: [...customLeadColumns, 'public.custom_lead_batches.rows'],
  sheetLead: customLeadColumns,
  exportedRow: ['public.export_chunks.rows'],
  sheet: [
    'public.sheet_syncs.document_id',
    'public.sheet_syncs.url',
    // By it the rows of a sheet are known again.
    'public.custom_leads.identity',
    'public.notifications.payload',
    'public.idempotency_keys.answer',
  ],
  idempotencyKey: ['public.idempotency_keys.key'],
};

/** The lines that hold a canary, and which kind. */
const findLines = (lines: readonly string[], canaries: Canaries): string[] =>
  Object.entries(canaries).flatMap(([kind, needles]) =>
    lines.filter((line) => needles.some((needle) => line.includes(needle))).map((line) => `${kind}: ${line}`),
  );

test('secrets are nowhere, and personal data only in its own columns', { timeout: 400_000 }, async () => {
  await useAccounts();
  await useConsent();
  const syncId = await useLeads();
  await readFigures();
  await exportAll();
  await eraseSome();
  await useSockets();
  if (database) await useBrokenTables(database.url);
  await useLeakyPlatforms(syncId);
  product.process.kill('SIGUSR2');
  expect((await product.ended).code).toBe(1);
  output = await readFile(site.files.log, 'utf8');

  const secrets: Canaries = {
    ...Object.fromEntries(Object.entries({ ...settings, ...sent }).map(([name, value]) => [name, [value]])),
    sessionTokens,
    ofPlatforms: [...platform.secrets],
  };
  const personal: Canaries = {
    account: [account.name, account.email],
    strangers: [stranger.email, stranger.text],
    formLead: Object.values(formLead),
    importedLead: Object.values(importedLead),
    sheetLead: Object.values(sheetLead),
    exportedRow: Object.values(exportedRow),
    erasedLead: Object.values(erasedLead),
    deletedAccount: Object.values(deletedAccount),
    sheet: [sheetId],
    idempotencyKey: [idempotencyKey],
  };
  expect(findLines(output.split('\n'), { ...secrets, ...personal }).slice(0, 10)).toEqual([]);
  expect(new RegExp(`(?<!\\w)${oneTimeCode}(?!\\w)`).test(output)).toBe(false);
  expect(findLines(refusals, { ...secrets, ...personal }).slice(0, 10)).toEqual([]);
  // It was talkative, and the platforms' secrets are known.
  const lines = ['provider call', 'job failed', 'request completed', 'uncaught exception', '/auth/google/callback'];
  expect(lines.filter((line) => !output.includes(line))).toEqual([]);
  expect([oneTimeCode, platform.secrets.size > 20, refusals.length > 20]).toEqual([
    expect.stringMatching(/^\d{6}$/),
    true,
    true,
  ]);
  const places = await withDatabase((db) => findPlaces(db, { ...secrets, ...personal }));
  const strays = Object.entries(places).flatMap(([kind, columns]) =>
    columns.filter((column) => !(ownColumns[kind] ?? []).includes(column)).map((column) => `${kind} in ${column}`),
  );
  expect(strays).toEqual([]);
  // It was searched where they are.
  expect(places).toMatchObject({
    account: ['public.users.email', 'public.users.name'],
    formLead: expect.arrayContaining(['public.leads.email']),
    importedLead: expect.arrayContaining(['public.custom_leads.email_address']),
    sheetLead: expect.arrayContaining(['public.custom_leads.email_address']),
    sheet: expect.arrayContaining(['public.sheet_syncs.url']),
  });
});

test('a start that is refused says which setting is at fault, and not what it is', async () => {
  const secret = mark('setting');
  const faulty: Record<string, string>[] = [
    {
      SMTP_URL: `smpt://user:${secret}@mail.example`,
      MAIL_FROM: 'x@example.test',
      ENCRYPTION_KEY: secret,
      GOOGLE_SERVICE_ACCOUNT: `{"type": "service_account", "private_key": "${secret}`,
      DATABASE_URL: `mysql://user:${secret}@db/x`,
    },
    { DATABASE_URL: `postgres://user:${secret}@127.0.0.1:1/x`, ENCRYPTION_KEY: settings.key },
  ];
  for (const env of faulty) {
    const refused = await createSite({ folder, env: { LOG_LEVEL: 'trace', ...env } });
    expect((await launchProduct(refused).ended).code).toBe(1);
    const said = await readFile(refused.files.log, 'utf8');
    expect(said).toMatch(/DATABASE_URL|ECONNREFUSED/);
    expect(said).not.toContain(secret);
  }
});
