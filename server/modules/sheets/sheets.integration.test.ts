import { eq } from '#server/database/drizzle.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fetchGoogleSheet } from '#shared/contracts/customLeads.ts';
import { customLeadColumns, customLeadKeys } from '#shared/customLeadColumns.ts';
import { importLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { sheetOwners } from '#server/database/schema.ts';
import { privateSheetId, publicSheetId, publishedId } from '#testing/sandbox/sandbox.ts';
import { clearFaults, orderFaults, putSheet } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
afterEach(() => clearFaults(api.sandbox));

const serviceAccount = 'leads-sync@leadlight-sandbox.iam.gserviceaccount.test';
const addressOf = (id: string, end = '/edit'): string => `${api.sandbox.url}/spreadsheets/d/${id}${end}`;

const newPerson = async () => {
  const { token } = await api.registerUser();
  return { token, fetch: (url: string) => api.request(fetchGoogleSheet, { token, query: { url } }) };
};

test('the call needs a session', async () => {
  expect((await api.request(fetchGoogleSheet, { query: { url: addressOf(publicSheetId) } })).status).toBe(401);
});

test('returns public sheet rows as leads with text in all 22 columns [S7.FGS.2]', async () => {
  const { fetch } = await newPerson();
  const { status, body } = await fetch(addressOf(publicSheetId));
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true });
  expect(body.data).toHaveLength(7);
  expect(body.data[0]).toMatchObject({ Number: '1', Project: 'Harbour View', adset_name: 'Lookalike, 1%' });
  for (const lead of body.data) {
    expect(Object.keys(lead)).toEqual(customLeadKeys);
    expect(lead.EmailAddress).toMatch(/@example\.test$/);
    expect(lead.UNIX).toMatch(/^\d+$/);
  }
  const published = await fetch(`${api.sandbox.url}/spreadsheets/d/e/${publishedId(publicSheetId)}/pubhtml`);
  expect(published.body.data).toEqual(body.data);
});

test('returns the cells of a sheet, whatever its columns are, and refuses an empty one', async () => {
  const { token, fetch } = await newPerson();
  const url = addressOf('sheet-of-any-shape-0123456789');
  const fetchCells = () => api.request(fetchGoogleSheet, { token, query: { url, cells: 'true' } });
  const rows = [['Leads of October'], ['Vorname', 'Frage 30'], ['Ada', 'an answer']];
  await putSheet(api.sandbox, 'sheet-of-any-shape-0123456789', { rows, shared: 'public' });
  const { status, body } = await fetchCells();
  expect(status).toBe(200);
  expect(body.data).toEqual([]);
  const filled = body.rows?.map((cells) => cells.filter((cell) => cell !== ''));
  expect(filled).toEqual(rows);
  expect((await fetch(url)).body).not.toHaveProperty('rows');

  await putSheet(api.sandbox, 'sheet-of-any-shape-0123456789', { rows: [['', ' ']], shared: 'public' });
  expect((await fetchCells()).status).toBe(422);
  expect((await api.request(fetchGoogleSheet, { query: { url, cells: 'true' } })).status).toBe(401);
});

test('reads the tab in the address, with its own column order', async () => {
  const { fetch } = await newPerson();
  const id = 'sheet-with-tabs-0123456789';
  const rows = [
    ['email', 'Phone', 'full_name'],
    ['cleo@example.test', '+351', 'Cleo, "the" Example'],
  ];
  await putSheet(api.sandbox, id, {
    rows: [['Name'], ['Ada']],
    shared: 'public',
    tabs: [{ gid: 77, title: 'B', rows }],
  });
  expect((await fetch(addressOf(id, '/edit?gid=0#gid=77'))).body.data).toMatchObject([
    { EmailAddress: 'cleo@example.test', Name: 'Cleo, "the" Example', ad_id: '' },
  ]);
  expect((await fetch(addressOf(id))).body.data).toMatchObject([{ Name: 'Ada' }]);
  const { status, body } = await fetch(addressOf(id, '/edit#gid=78'));
  expect([status, body.code, body.message]).toEqual([404, 'SHEET_NOT_FOUND', messages.sheets.noSuchTab]);
});

test.each([
  ['an id', (id: string) => id, 'Ada'],
  ['an address without https', (id: string) => addressOf(id).replace('http://', ''), 'Ada'],
  ['angle brackets', (id: string) => `<${addressOf(id, '/edit#gid=77')}>`, 'Cleo'],
  ['an address of Google Drive', (id: string) => `https://drive.google.com/open?id=${id}`, 'Ada'],
  ['an export', (id: string) => addressOf(id, '/export?format=csv&gid=77'), 'Cleo'],
])('reads a sheet from %s', async (_form, toAddress, name) => {
  const { fetch } = await newPerson();
  const id = 'sheet-with-forms-0123456789';
  const tabs = [{ gid: 77, title: 'B', rows: [['Name'], ['Cleo']] }];
  await putSheet(api.sandbox, id, { rows: [['Name'], ['Ada']], shared: 'public', tabs });
  expect((await fetch(toAddress(id))).body.data).toMatchObject([{ Name: name }]);
});

test('an address that names a tab by title is refused with the way to copy another', async () => {
  const { fetch } = await newPerson();
  const { status, body } = await fetch(addressOf(publicSheetId, '/gviz/tq?tqx=out:csv&sheet=Leads'));
  expect([status, body.code, body.message]).toEqual([400, 'VALIDATION', messages.sheets.namedTab]);
});

test('when two people read a private sheet at once, one becomes its owner', async () => {
  const id = 'raced-sheet-0123456789';
  const url = await putSheet(api.sandbox, id, { rows: [['Name'], ['Ada']], shared: 'service-account' });
  const people = await Promise.all([newPerson(), newPerson(), newPerson()]);
  const statuses = await Promise.all(people.map(async ({ fetch }) => (await fetch(url)).status));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403, 403]);
});

test('an unshared sheet gets no owner, and the message names the account to share it with', async () => {
  const [ada, bea] = [await newPerson(), await newPerson()];
  for (const { fetch } of [ada, bea]) {
    const { status, body } = await fetch(addressOf(privateSheetId));
    expect([status, body.code, body.message]).toEqual([
      403,
      'SHEET_NOT_SHARED',
      messages.sheets.notShared(serviceAccount),
    ]);
  }
  const owners = await api.context.db.select().from(sheetOwners).where(eq(sheetOwners.documentId, privateSheetId));
  expect(owners).toEqual([]);
});

test('an unknown, empty or too large sheet is refused with a clear message', async () => {
  const { fetch } = await newPerson();
  const missing = await fetch(addressOf('nobody-has-this-sheet-000'));
  expect([missing.status, missing.body.code, missing.body.message]).toEqual([
    404,
    'SHEET_NOT_FOUND',
    messages.sheets.notFound,
  ]);
  const id = 'plain-words-sheet-0123456789';
  const url = await putSheet(api.sandbox, id, { rows: [['Name', 'id'], [], ['', ' ']], shared: 'public' });
  const empty = await fetch(url);
  expect([empty.status, empty.body.code, empty.body.message]).toEqual([422, 'SHEET_UNREADABLE', messages.sheets.empty]);
  const rows = Array.from({ length: importLimits.rows + 2 }, () => ['x']);
  await putSheet(api.sandbox, id, { rows, shared: 'public' });
  const large = await fetch(url);
  expect([large.status, large.body.code, large.body.message]).toEqual([
    422,
    'SHEET_UNREADABLE',
    messages.sheets.tooLarge,
  ]);
});

test('the sandbox refuses a real Google address and suggests a sandbox address', async () => {
  const { fetch } = await newPerson();
  const url = 'https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz/edit';
  const { status, body } = await fetch(url);
  const sample = addressOf(publicSheetId);
  expect([status, body.code, body.message]).toEqual([400, 'VALIDATION', messages.sheets.invalidInSandbox(sample)]);
  expect((await fetch(body.message.slice(body.message.indexOf('http')))).status).toBe(200);
  expect((await fetch('nonsense')).body.message).toBe(messages.sheets.invalidUrl);
});

test('Google errors become 429 and 502 and never end the session', async () => {
  const { fetch } = await newPerson();
  await orderFaults(api.sandbox, { provider: 'google', path: '/export', kind: '429', retryAfterSeconds: 900 });
  const throttled = await fetch(addressOf(publicSheetId));
  expect([throttled.status, throttled.body.code, throttled.body.message]).toEqual([
    429,
    'PLATFORM_THROTTLED',
    messages.sheets.throttled,
  ]);
  await orderFaults(api.sandbox, { provider: 'google', path: '/export', kind: '500', count: 3 });
  const away = await fetch(addressOf(publicSheetId));
  expect([away.status, away.body.code, away.body.message]).toEqual([
    502,
    'PLATFORM_FAILED',
    messages.sheets.unavailable,
  ]);
  for (const kind of ['expired-token', 'permission']) {
    await orderFaults(
      api.sandbox,
      { provider: 'google', path: '/export', kind, count: 1 },
      { provider: 'google', path: '/v4/', kind, count: 2 },
    );
    const { status, body } = await fetch(addressOf(publicSheetId));
    expect(status).not.toBe(401);
    expect(body.success).toBe(false);
    await clearFaults(api.sandbox);
  }
});

test('a person can read two sheets at once, and a third read is refused', async () => {
  const { fetch } = await newPerson();
  await orderFaults(api.sandbox, { provider: 'google', path: '/export', kind: 'slow', delayMs: 1500, count: 2 });
  const statuses = await Promise.all([1, 2, 3].map(async () => (await fetch(addressOf(publicSheetId))).status));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 429]);
  expect((await fetch(addressOf(publicSheetId))).status).toBe(200);
});

test('columns are recognized by their header, else by their position', async () => {
  const { fetch } = await newPerson();
  const id = 'columns-sheet-0123456789';
  const header = customLeadColumns.map(({ header: text }, index) => (index === 18 ? 'May we call you?' : text));
  const row = customLeadKeys.map((key) => `value of ${key}`);
  const url = await putSheet(api.sandbox, id, {
    rows: [
      [...header, 'more'],
      [...row, 'more'],
    ],
    shared: 'public',
  });
  expect((await fetch(url)).body.data).toEqual([
    Object.fromEntries(customLeadKeys.map((key) => [key, `value of ${key}`])),
  ]);
});
