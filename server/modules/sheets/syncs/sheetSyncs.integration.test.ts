import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createSheetSync,
  deleteSheetSync,
  listSheetSyncRuns,
  listSheetSyncs,
  runSheetSync,
} from '#shared/contracts/sheetSyncs.ts';
import { sheetSyncLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { sheetSyncs } from '#server/database/schema.ts';
import { newId } from '#server/lib/ids.ts';
import { publicSheetId } from '#testing/sandbox/sandbox.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { newSyncPerson } from './testing/sheetSyncTests.ts';

let api: TestApi;
let publicUrl: string;
beforeAll(async () => {
  api = await startTestApi();
  publicUrl = `${api.sandbox.url}/spreadsheets/d/${publicSheetId}/edit#gid=0`;
});
afterAll(() => api.close());

test('every call needs a session', async () => {
  const params = { id: newId() };
  expect((await api.request(listSheetSyncs)).status).toBe(401);
  expect((await api.request(createSheetSync, { body: { url: publicUrl, type: 'meta' } })).status).toBe(401);
  for (const endpoint of [deleteSheetSync, runSheetSync, listSheetSyncRuns])
    expect((await api.request(endpoint, { params })).status).toBe(401);
});

test('a new record runs at once and shows the result [S3.CRON.1] [S3.CRON.2] [S3.CRON.3] [S3.CRON.4] [S7.CRP.1]', async () => {
  const ada = await newSyncPerson(api);
  const before = Date.now();
  const { status, body } = await ada.create(`  ${publicUrl} `, 'meta');
  expect([status, body.success, body.message]).toEqual([200, true, messages.sheetSyncs.added]);
  const { data } = body;
  expect(data).toEqual({
    _id: data.id,
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    url: publicUrl,
    type: 'meta',
    createdAt: expect.any(String),
    nextRunAt: expect.any(String),
    lastRun: null,
    canTakeOver: false,
  });
  expect(Date.parse(data.createdAt)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(data.nextRunAt) - Date.parse(data.createdAt)).toBe(
    api.context.env.AUTOSYNC_INTERVAL_SECONDS * 1000,
  );
  const run = await ada.endOfRun(data.id, 1);
  expect(run).toEqual({
    id: 1,
    state: 'done',
    startedAt: expect.any(String),
    finishedAt: expect.any(String),
    rowsRead: 7,
    rowsAdded: 7,
    rowsChanged: 0,
    rowsRejected: 0,
    rejectedRows: [],
    conflicts: [],
    rowsUnchanged: 0,
    error: null,
  });
  const [record] = (await ada.list()).data;
  const { rejectedRows: _, conflicts: __, ...summary } = run;
  expect(record).toEqual({ ...data, lastRun: summary });
});

test('the list is newest first, with one record per page by default [S7.CRG.1] [S7.CRG.2] [S7.CRG.3]', async () => {
  const [ada, bea] = [await newSyncPerson(api), await newSyncPerson(api)];
  expect(await ada.list({})).toEqual({
    success: true,
    data: [],
    page: 1,
    totalPages: 1,
    totalItems: 0,
    nextPage: null,
    serviceAccount: api.context.env.GOOGLE_SERVICE_ACCOUNT?.email,
  });
  const ids: string[] = [];
  // Adding the same sheet twice is allowed.
  for (const type of ['meta', 'google', 'tiktok']) ids.push((await ada.create(publicUrl, type)).body.data.id);
  await bea.create(publicUrl, 'meta');

  const first = await ada.list({});
  expect(first).toMatchObject({ page: 1, totalPages: 3, totalItems: 3, nextPage: 2 });
  const pages = await Promise.all(['1', '2', '3', '4'].map((page) => ada.list({ page })));
  expect(pages.map(({ data }) => data.map(({ id }) => id))).toEqual([...ids.toReversed().map((id) => [id]), []]);
  expect(pages.at(-1)).toMatchObject({ page: 4, totalItems: 3, nextPage: null });
  expect((await ada.list({ limit: '2' })).data.map(({ type }) => type)).toEqual(['tiktok', 'google']);
  expect((await ada.list({ limit: 'many', page: '-1' })).data).toHaveLength(1);
  await Promise.all(ids.map((id) => ada.endOfRun(id, 1)));
});

test('an invalid type or address is refused, and nothing is stored [S5.CRON.4]', async () => {
  const ada = await newSyncPerson(api);
  const refused = [
    [publicUrl, 'x', messages.sheetSyncs.missing],
    [publicUrl, '', messages.sheetSyncs.missing],
    ['', 'meta', messages.sheetSyncs.missing],
    ['  ', 'meta', messages.sheetSyncs.missing],
    ['https://evil.example.test/spreadsheets/d/1234567890123456789012/edit', 'meta', messages.sheets.invalidUrl],
    ['javascript:alert(1)', 'meta', messages.sheets.invalidUrl],
    [`${publicUrl}${'x'.repeat(3000)}`, 'meta', messages.sheets.invalidUrl],
    [publicUrl.replace('/edit#gid=0', '/gviz/tq?sheet=Leads'), 'meta', messages.sheets.namedTab],
  ] as const;
  for (const [url, type, message] of refused) {
    const { status, body } = await ada.create(url, type);
    expect([url, status, body.code, body.message]).toEqual([url, 400, 'VALIDATION', message]);
  }
  for (const body of [{}, { url: publicUrl }, { type: 'meta' }, { url: 7, type: 'meta' }])
    expect((await api.request(createSheetSync, { token: ada.token, body })).body.message).toBe(
      messages.sheetSyncs.missing,
    );
  expect((await ada.list()).totalItems).toBe(0);
});

test('a sheet that was pasted as an id or without https is listed as a link', async () => {
  const ada = await newSyncPerson(api);
  for (const pasted of [publicSheetId, publicUrl.replace('http://', ''), `<${publicUrl}>`]) {
    const { id } = await ada.createAndRun(pasted, 'meta');
    const listed = (await ada.list({})).data[0];
    expect([listed?.id, listed?.lastRun?.state]).toEqual([id, 'done']);
    expect(listed?.url).toBe(pasted === publicSheetId ? publicUrl.replace('#gid=0', '') : publicUrl);
  }
});

test('deleting a record ends only its owner’s synchronization, and imported leads stay [S7.CRD.1]', async () => {
  const [ada, bea] = [await newSyncPerson(api), await newSyncPerson(api)];
  const { id } = await ada.createAndRun(publicUrl, 'meta');
  for (const foreign of [id, newId(), 'x', "' or 1=1 --", '%00', `${id}0`]) {
    for (const call of [bea.remove, bea.runNow, bea.askForRuns]) {
      const { status, body } = await call(foreign);
      expect([foreign, status, body.code]).toEqual([foreign, 404, 'NOT_FOUND']);
      expect(body.message).not.toBe('');
    }
  }
  expect(await ada.runs(id)).toHaveLength(1);

  const { status, body } = await ada.remove(id);
  expect([status, body.message]).toEqual([200, messages.sheetSyncs.deleted]);
  expect((await ada.list()).totalItems).toBe(0);
  for (const call of [ada.remove, ada.runNow, ada.askForRuns]) expect((await call(id)).status).toBe(404);
  expect(await ada.customLeads()).toHaveLength(7);
});

test('the record limit per person holds for simultaneous requests', async () => {
  const ada = await newSyncPerson(api);
  const createdAt = new Date();
  const nextRunAt = new Date(createdAt.getTime() + 3_600_000);
  await api.context.db.insert(sheetSyncs).values(
    Array.from({ length: sheetSyncLimits.perUser - 1 }, () => ({
      workspaceId: ada.workspaceId,
      id: newId(),
      url: publicUrl,
      documentId: publicSheetId,
      isPublished: false,
      type: 'meta' as const,
      createdAt,
      nextRunAt,
    })),
  );
  const answers = await Promise.all([1, 2, 3].map(() => ada.create(publicUrl, 'meta')));
  const refusals = answers.filter(({ status }) => status !== 200);
  expect(refusals).toHaveLength(2);
  for (const { status, body } of refusals)
    expect([status, body.code, body.message]).toEqual([409, 'TOO_MANY_RECORDS', messages.sheetSyncs.tooMany]);
  expect((await ada.list()).totalItems).toBe(sheetSyncLimits.perUser);
});
