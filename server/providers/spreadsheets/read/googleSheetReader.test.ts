import { text as readText } from 'node:stream/consumers';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseEnv } from '#server/config/env.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { publishedId, privateSheetId, publicSheetId, sharedSheetId, startSandbox } from '#testing/sandbox/sandbox.ts';
import type { RunningSandbox } from '#testing/sandbox/sandbox.ts';
import { clearFaults, orderFaults, putSheet, readCallCounts } from '#testing/sandbox/sandboxControl.ts';
import { importLimits } from '#shared/limits.ts';
import { ProviderError } from '../../ProviderError.ts';
import { startServer } from '../../testing/startServer.ts';
import type { Listener } from '../../testing/startServer.ts';
import { createGoogleSheetReader } from './googleSheetReader.ts';
import type { SheetAddress, SheetReader, SheetReading } from '../SheetReader.ts';

const logger = createLogger('silent');
const patience = 'interactive';

let sandbox: RunningSandbox;
let reader: SheetReader;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
// A separate quota for each test.
beforeEach(() => {
  reader = createGoogleSheetReader(parseEnv(sandbox.environment), logger);
});
afterAll(() => sandbox.close());

const workspaceId = 'a workspace';
const sheet = (documentId: string, gid: string | null = null, isPublished = false): SheetAddress => ({
  documentId,
  isPublished,
  gid,
});
const readPublic = (address: SheetAddress): Promise<SheetReading> =>
  reader.readPublic(address, { workspaceId, patience });
const readPrivate = (address: SheetAddress): Promise<SheetReading> =>
  reader.readPrivate(address, { workspaceId, patience });

const rows = [
  ['Name', 'Note'],
  ['Ada Example', 'a "quoted", cell\r\nof two lines'],
  [],
  ['', '  leading and trailing  '],
];

describe.each([
  ['the CSV', 'public', readPublic],
  ['the service account', 'service-account', readPrivate],
] as const)('by %s', (_way, shared, read) => {
  const id = `reader-test-${shared}-000000`;

  test("cells are read as displayed, from the named tab, with the sheet's row numbers", async () => {
    const tabs = [{ gid: 12, title: "Ada's tab", rows: [['Second'], ['2']] }];
    await putSheet(sandbox, id, { rows: [...rows, [], ['', ' ']], shared, tabs });
    expect(await read(sheet(id))).toEqual({ kind: 'rows', rows });
    expect(await read(sheet(id, '0'))).toEqual({ kind: 'rows', rows });
    expect(await read(sheet(id, '12'))).toEqual({ kind: 'rows', rows: tabs[0]?.rows });
    expect(await read(sheet(id, '13'))).toEqual({ kind: 'no-such-tab' });
  });

  test('an empty sheet has no rows, and one with more rows than can be imported is too large', async () => {
    await putSheet(sandbox, id, { rows: [], shared });
    expect(await read(sheet(id))).toEqual({ kind: 'rows', rows: [] });
    const most = Array.from({ length: importLimits.rows + 1 }, (_, index) => [String(index)]);
    await putSheet(sandbox, id, { rows: most, shared });
    expect(await read(sheet(id))).toEqual({ kind: 'rows', rows: most });
    await putSheet(sandbox, id, { rows: [...most, ['one more']], shared });
    expect(await read(sheet(id))).toEqual({ kind: 'too-large' });
  });

  test('a sheet of few rows with millions of cells is too large', async () => {
    const columns = 18_000;
    const wide = Array.from({ length: Math.floor(importLimits.sheetCells / columns) }, () => Array(columns).fill('x'));
    await putSheet(sandbox, id, { rows: wide, shared });
    expect((await read(sheet(id))).kind).toBe('rows');
    await putSheet(sandbox, id, { rows: [...wide, Array(columns).fill('x')], shared });
    expect(await read(sheet(id))).toEqual({ kind: 'too-large' });
  });

  test('reports a missing sheet, and throws a temporary fault', async () => {
    expect(await read(sheet('nobody-has-this-sheet-000'))).toEqual({ kind: 'not-found' });
    await putSheet(sandbox, id, { rows, shared });
    const path = shared === 'public' ? '/export' : '/values/';
    await orderFaults(
      sandbox,
      { provider: 'google', path, kind: '500' },
      { provider: 'google', path, kind: 'truncated' },
    );
    expect(await read(sheet(id))).toEqual({ kind: 'rows', rows });
    await orderFaults(sandbox, { provider: 'google', path, kind: '429', retryAfterSeconds: 3600 });
    await expect(read(sheet(id))).rejects.toMatchObject({ name: 'ProviderError', outcome: 'wait' });
    await clearFaults(sandbox);
  });
});

test('access rules: sample sheets, published sheets, and an install without a service account', async () => {
  expect(reader.serviceAccount).toBe('leads-sync@leadlight-sandbox.iam.gserviceaccount.test');
  expect(await readPublic(sheet(publicSheetId))).toMatchObject({ kind: 'rows' });
  expect(await readPublic(sheet(sharedSheetId))).toEqual({ kind: 'private' });
  expect(await readPrivate(sheet(sharedSheetId))).toMatchObject({ kind: 'rows' });
  expect(await readPublic(sheet(privateSheetId))).toEqual({ kind: 'private' });
  expect(await readPrivate(sheet(privateSheetId))).toEqual({ kind: 'not-shared' });

  expect(await readPublic(sheet(publishedId(publicSheetId), null, true))).toMatchObject({ kind: 'rows' });
  expect(await readPublic(sheet(publishedId(sharedSheetId), null, true))).toEqual({ kind: 'not-found' });
  expect(await readPrivate(sheet(publishedId(sharedSheetId), null, true))).toEqual({ kind: 'not-shared' });

  const withoutAccount = createGoogleSheetReader(
    parseEnv({ ...sandbox.environment, GOOGLE_SERVICE_ACCOUNT: '' }),
    logger,
  );
  expect(withoutAccount.serviceAccount).toBeNull();
  expect(await withoutAccount.readPublic(sheet(sharedSheetId), { workspaceId, patience })).toEqual({
    kind: 'not-shared',
  });
});

test('many concurrent reads share one token, and a refused token is renewed', async () => {
  const fresh = createGoogleSheetReader(parseEnv(sandbox.environment), logger);
  const read = () => fresh.readPrivate(sheet(sharedSheetId), { workspaceId, patience });
  const tokenCalls = async () => (await readCallCounts(sandbox))['google POST /token'] ?? 0;
  const before = await tokenCalls();
  await Promise.all([read(), read(), read()]);
  await read();
  expect(await tokenCalls()).toBe(before + 1);
  await orderFaults(sandbox, { provider: 'google', path: '/v4/', kind: 'expired-token' });
  expect(await read()).toMatchObject({ kind: 'rows' });
  expect(await tokenCalls()).toBe(before + 2);
});

/** A fake Google server. */
const startFakeGoogle = async (listener: Listener): Promise<{ url: string; reader: SheetReader }> => {
  const server = await startServer(listener);
  const env = parseEnv({
    ...sandbox.environment,
    GOOGLE_DOCS_URL: server.url,
    GOOGLE_SHEETS_URL: server.url,
    GOOGLE_OAUTH_URL: server.url,
  });
  return { url: server.url, reader: createGoogleSheetReader(env, logger) };
};

test('redirects are followed only to Google, and not forever', async () => {
  let strayCalls = 0;
  const stray = await startServer((_request, response) => {
    strayCalls += 1;
    response.setHeader('content-type', 'text/csv').end('Name\r\nstolen');
  });
  let location = '';
  let calls = 0;
  const google = await startFakeGoogle((request, response) => {
    calls += 1;
    response.writeHead(307, { location: location === '' ? (request.url ?? '') : location }).end();
  });
  const read = () => google.reader.readPublic(sheet(publicSheetId), { workspaceId, patience });
  for (location of [
    `${stray.url}/leads.csv`,
    stray.url.replace('127.0.0.1', 'localhost'),
    stray.url.replace('http://', 'http://user:password@'),
    'http://doc-0c-24-sheets.googleusercontent.com/leads.csv',
    `https://doc-0c-24-sheets.googleusercontent.com:${new URL(stray.url).port}/leads.csv`,
    `https://doc-0c-24-sheets.googleusercontent.com.evil.test/leads.csv`,
    'https://accounts.google.com/ServiceLogin?service=wise',
    stray.url.slice('http:'.length),
    stray.url.replace('http://', 'http://doc-0c-24-sheets.googleusercontent.com@'),
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/csv,Name%0astolen',
    'https://[',
  ])
    expect([location, await read()]).toEqual([location, { kind: 'private' }]);
  expect(strayCalls).toBe(0);
  location = '';
  calls = 0;
  await expect(read()).rejects.toBeInstanceOf(ProviderError);
  // Three attempts with three hops each.
  expect(calls).toBe(12);
});

test('a non-CSV response means not shared, a byte-order mark is dropped, and too many bytes are too large', async () => {
  let answer: { type: string; body: string; status?: number } = { type: '', body: '' };
  const google = await startFakeGoogle((_request, response) => {
    response.writeHead(answer.status ?? 200, { 'content-type': answer.type }).end(answer.body);
  });
  const read = async (given: typeof answer) => {
    answer = given;
    return google.reader.readPublic(sheet(publicSheetId), { workspaceId, patience });
  };
  expect(await read({ type: 'text/html', body: '<html>sign in</html>' })).toEqual({ kind: 'private' });
  expect(await read({ type: 'text/csv', body: ' <!doctype html>' })).toEqual({ kind: 'private' });
  expect(await read({ type: 'text/csv', body: '', status: 403 })).toEqual({ kind: 'private' });
  expect(await read({ type: 'text/plain', body: '', status: 410 })).toEqual({ kind: 'not-found' });
  expect(await read({ type: 'text/html', body: '', status: 400 })).toEqual({ kind: 'not-a-sheet' });
  expect(await read({ type: 'text/csv; charset=utf-8', body: '\uFEFF"Näme",b\0c\n"x ""y""",' })).toEqual({
    kind: 'rows',
    rows: [
      ['Näme', 'bc'],
      ['x "y"', ''],
    ],
  });
  expect(await read({ type: 'text/csv', body: '"x"\r\n'.repeat(4_500_000) })).toEqual({ kind: 'too-large' });
});

test('the signed request goes to the configured URL, and its refusal asks no person to reconnect', async () => {
  const seen: string[] = [];
  const google = await startFakeGoogle(async (request, response) => {
    seen.push(`${request.url} ${new URLSearchParams(await readText(request)).get('assertion')}`);
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
  });
  await expect(google.reader.readPrivate(sheet(sharedSheetId), { workspaceId, patience })).rejects.toMatchObject({
    outcome: 'fail',
    providerCode: 'invalid_grant',
  });
  expect(seen).toHaveLength(1);
  const [path, assertion = ''] = seen[0]?.split(' ') ?? [];
  expect(path).toBe('/token');
  const claims = decodeJwt(assertion);
  expect(claims).toMatchObject({
    iss: reader.serviceAccount,
    aud: `${google.url}/token`,
    scope: 'https://www.googleapis.com/auth/spreadsheets.readonly',
  });
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBeLessThanOrEqual(3600);
});

test('a text is found in a cell of any of the first twenty tabs', async () => {
  const id = 'reader-search-0123456789';
  const search = (text: string) => reader.searchPrivate(id, ['OTHER-1', text], { workspaceId, patience });
  const tabs = Array.from({ length: 20 }, (_, index) => ({
    gid: index + 1,
    title: `Tab '${index}'`,
    rows: [[], [`TAB-${index}`]],
  }));
  await putSheet(sandbox, id, { rows: [['Name'], ['TOP-1', ' low-1 ']], shared: 'service-account', tabs });
  for (const text of ['TOP-1', 'LOW-1', 'TAB-18'])
    expect([text, await search(text)]).toEqual([text, { kind: 'found' }]);
  // In the twenty-first tab, as part of a cell, and absent.
  for (const text of ['TAB-19', 'TOP', 'NONE-1'])
    expect([text, await search(text)]).toEqual([text, { kind: 'missing' }]);

  await putSheet(sandbox, id, { rows: [['TOP-1']], shared: 'private' });
  expect(await search('TOP-1')).toEqual({ kind: 'not-shared' });
  expect(await reader.searchPrivate('nobody-has-this-sheet-000', ['TOP-1'], { workspaceId, patience })).toEqual({
    kind: 'not-found',
  });
  const publicOnly = createGoogleSheetReader(
    parseEnv({ ...sandbox.environment, GOOGLE_SERVICE_ACCOUNT: undefined }),
    logger,
  );
  expect(await publicOnly.searchPrivate(id, ['TOP-1'], { workspaceId, patience })).toEqual({ kind: 'not-shared' });
});

test('only the top of each tab is searched in a document that is too large', async () => {
  const answers: Record<string, string> = {
    '/token': JSON.stringify({ access_token: 'token', expires_in: 3600 }),
    '': JSON.stringify({ sheets: [{ properties: { title: 'Leads' } }] }),
    "'Leads'": 'x'.repeat(21 * 1024 * 1024),
    "'Leads'!A1:Z100": JSON.stringify({ valueRanges: [{ values: [['TOP-1']] }] }),
  };
  const google = await startFakeGoogle(({ url = '' }, response) => {
    const ranges = new URL(url, 'http://google.test').searchParams.get('ranges') ?? '';
    response.setHeader('content-type', 'application/json').end(answers[url === '/token' ? url : ranges]);
  });
  const search = (text: string) => google.reader.searchPrivate(publicSheetId, [text], { workspaceId, patience });
  expect(await search('TOP-1')).toEqual({ kind: 'found' });
  expect(await search('LOW-1')).toEqual({ kind: 'too-large' });
});
