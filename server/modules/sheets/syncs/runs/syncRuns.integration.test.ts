import { sql } from '#server/database/drizzle.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { erasePerson } from '#shared/contracts/privacy.ts';
import { importLimits, sheetSyncLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { expireLeases } from '#server/database/leases/leasedTables.ts';
import { sheetSyncRuns, sheetSyncs } from '#server/database/schema.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { newId } from '#server/lib/ids.ts';
import { upsertLeads } from '#server/modules/leads/store/leads.store.ts';
import { newLead } from '#server/modules/leads/testing/newLead.ts';
import { startServer } from '#server/startServer.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { clearFaults, orderFaults, putSheet, readCallCounts } from '#testing/sandbox/sandboxControl.ts';
import type { SandboxSheet } from '#testing/sandbox/sandboxControl.ts';
import { openAgain } from '#testing/database/openTestDatabase.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { resumeRuns } from './resumeRuns.ts';
import { newSyncPerson } from '#server/modules/sheets/syncs/testing/sheetSyncTests.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
afterEach(() => clearFaults(api.sandbox));

const serviceAccount = 'leads-sync@leadlight-sandbox.iam.gserviceaccount.test';

/** A new sheet with these rows below the header; `put` changes it. */
const newSheet = async (
  rows: string[][],
  { header = ['id', 'Name', 'Email Address', 'Project'], shared = 'public' } = {},
) => {
  const id = `sync-test-${newId()}`;
  const put = (changed: string[][], sharing: string = shared) =>
    putSheet(api.sandbox, id, { rows: [header, ...changed], shared: sharing as SandboxSheet['shared'] });
  return { id, url: await put(rows), put };
};

const counts = ({ rowsRead, rowsAdded, rowsChanged, rowsRejected }: Record<string, unknown>) => [
  rowsRead,
  rowsAdded,
  rowsChanged,
  rowsRejected,
];

test('imports sheet rows as leads, and later added or changed rows [S1.SYNC.1]', async () => {
  const ada = await newSyncPerson(api);
  const socket = openSocket(api.url, { userId: ada.userId, token: ada.token });
  await socket.handshake;
  const rows = [
    ['1', 'Ada', 'ada@example.test', 'North'],
    ['2', 'Ben', 'ben@example.test', 'North'],
    ['', 'Cleo', 'cleo@example.test', ''],
    ['', 'Twin', 'twin@example.test', ''],
    ['', 'Twin', 'twin@example.test', ''],
  ];
  const sheet = await newSheet(rows);
  const { id, run } = await ada.createAndRun(sheet.url, 'meta');
  expect(counts(run)).toEqual([5, 5, 0, 0]);
  const leads = await ada.customLeads();
  expect(leads.map(({ Name }) => Name).toSorted()).toEqual(['Ada', 'Ben', 'Cleo', 'Twin', 'Twin']);
  await waitUntil(() => socket.received.some(({ event }) => event === 'leads_changed'));
  const changes = socket.received.filter(({ event }) => event === 'leads_changed');
  expect(changes.map(({ payload }) => payload['list'])).toEqual(['custom']);

  // Neither reordering nor deleting rows in the sheet changes the leads.
  await sheet.put(rows.toReversed().slice(0, 4));
  expect(counts(await ada.comeDue(id))).toEqual([4, 0, 0, 0]);
  expect(await ada.customLeads()).toEqual(leads);

  await sheet.put([['2', 'Ben', 'ben@example.test', 'South'], [], ...rows.slice(0, 1), ['3', 'Dan', '', '']]);
  expect(counts(await ada.comeDue(id))).toEqual([3, 1, 1, 0]);
  const changed = await ada.customLeads();
  expect(changed).toHaveLength(6);
  const ben = changed.find(({ Name }) => Name === 'Ben');
  const before = leads.find(({ Name }) => Name === 'Ben');
  expect(ben).toMatchObject({ _id: before?._id, createdAt: before?.createdAt, Project: 'South' });
  expect((await ada.notifications()).map(({ payload }) => payload['message'])).toEqual([
    messages.sheetSyncs.remarks([messages.sheetSyncs.rowsAlike(1)]),
  ]);
  socket.close();
});

test('many rows are listed in sheet order, and an unchanged sheet is not stored again', async () => {
  const ada = await newSyncPerson(api);
  const rows = Array.from({ length: 2001 }, (_, index) => [`${index + 1}`, `Lead ${index + 1}`, '', 'North']);
  const sheet = await newSheet(rows);
  const { id, run } = await ada.createAndRun(sheet.url, 'meta');
  expect(counts(run)).toEqual([2001, 2001, 0, 0]);
  expect((await ada.customLeads()).map(({ Name }) => Name)).toEqual(rows.slice(0, 100).map(([, name]) => name));

  const imported = { id: '1', Name: 'Lead 1', Project: 'South' };
  await api.request(saveCustomLeads, { token: ada.token, body: { leads: [imported] } });
  expect(counts(await ada.comeDue(id))).toEqual([2001, 0, 0, 0]);
  expect((await ada.customLeads())[0]).toMatchObject(imported);

  await sheet.put(rows.map((row, index) => (index === 1 ? ['2', 'Lead 2', '', 'South'] : row)));
  // Only the row that changed since the last run is applied.
  expect(counts(await ada.comeDue(id))).toEqual([2001, 0, 1, 0]);
  expect((await ada.customLeads()).slice(0, 2).map(({ Project }) => Project)).toEqual(['South', 'South']);
});

test('Google rows become custom leads, once per row even with several records of a sheet', async () => {
  const ada = await newSyncPerson(api);
  const { url } = await newSheet([
    ['1', 'Ada', '', ''],
    ['', 'Ben', 'ben@example.test', ''],
  ]);
  expect(counts((await ada.createAndRun(url, 'google')).run)).toEqual([2, 2, 0, 0]);
  expect(counts((await ada.createAndRun(`${url}#gid=0`, 'meta')).run)).toEqual([2, 0, 0, 0]);
  expect(await ada.customLeads()).toHaveLength(2);
});

test('TikTok rows become TikTok leads with their submission time', async () => {
  const ada = await newSyncPerson(api);
  const header = ['id', 'created_time', 'Full name', 'EmailAddress', 'phone_number', 'form_id', 'form_name', 'Budget'];
  const rows = [
    ['71', '2025-11-05T08:15:00Z', 'Ada', 'ada@example.test', '+351912345671', '9', 'Autumn', '10, or more'],
    ['', '5/11/2025', 'Ben', 'ben@example.test', '', '', '', ''],
    ['', '', '', '', '+351912345672', '', '', ''],
  ];
  const sheet = await newSheet(rows, { header });
  const { id, run } = await ada.createAndRun(sheet.url, 'tiktok');
  expect(counts(run)).toEqual([3, 3, 0, 0]);
  const leads = await ada.tiktokLeads();
  expect(leads.find(({ leadId }) => leadId === '71')).toMatchObject({
    field_data: { 'full name': 'Ada', email: 'ada@example.test', phone_number: '+351912345671' },
    formId: '9',
    formName: 'Autumn',
    createdAt: '2025-11-05T08:15:00.000Z',
  });
  // Without a readable time, the lead gets the time when it was first stored.
  const ben = leads.find(({ field_data: { email } }) => email === 'ben@example.test');
  expect(ben?.leadId).toMatch(/^sheet-/);
  expect(ben?.createdAt.localeCompare(run.startedAt)).toBeGreaterThanOrEqual(0);
  expect(ben?.createdAt.localeCompare(run.finishedAt ?? '')).toBeLessThanOrEqual(0);
  expect(await ada.customLeads()).toEqual([]);

  await sheet.put(rows.toReversed());
  expect(counts(await ada.comeDue(id))).toEqual([3, 0, 0, 0]);
  expect(await ada.tiktokLeads()).toEqual(leads);
});

test('leads that 2.0 stored from a TikTok sheet are recognized', async () => {
  const ada = await newSyncPerson(api);
  const former = [
    { leadId: '71', name: 'Ada', email: 'ada@example.test' },
    {
      leadId: 'sheet-453c1a0a7df45e5634481f45242761cec944ccda662b6a9a190151ecc5de2a61:0',
      name: 'Ben',
      email: 'ben@example.test',
    },
    { leadId: '72', name: 'Grace', email: 'grace@example.test' },
  ];
  await api.context.db.transaction(async (tx) => {
    const contacts = former.map(({ leadId, ...contact }) => newLead(leadId, { contact: { ...contact, phone: '' } }));
    await upsertLeads(tx, ada.workspaceId, 'tiktok', contacts, new Date());
    await tx.execute(sql`update leads set source = 'sheet' where workspace_id = ${ada.workspaceId}`);
  });
  await api.request(erasePerson, { token: ada.token, body: { email: 'grace@example.test' } });

  const header = ['id', 'created_time', 'Full name', 'EmailAddress', 'Budget'];
  const ben = ['', '5/11/2025', 'Ben', 'ben@example.test', ''];
  const sheet = await newSheet(
    [
      ['71', '2025-11-05T08:15:00Z', 'Ada Renamed', 'ada@example.test', '10, or more'],
      ben,
      ['72', '', 'Grace', 'grace@example.test', ''],
    ],
    { header },
  );
  const { id, run } = await ada.createAndRun(sheet.url, 'tiktok');
  expect(counts(run)).toEqual([3, 0, 2, 1]);
  expect(run.rejectedRows).toEqual([{ row: 4, reason: messages.sheetSyncs.leftOut.erased }]);
  const shown = async () =>
    Object.fromEntries((await ada.tiktokLeads()).map(({ leadId, field_data: fields }) => [leadId, fields]));
  expect(await shown()).toMatchObject({
    '71': { 'full name': 'Ada Renamed', email: 'ada@example.test' },
    [former[1]?.leadId ?? '']: { 'full name': 'Ben' },
  });

  // An empty cell takes nothing away.
  await sheet.put([['71', '', '', 'ada@new.example.test', ''], ben]);
  expect(counts(await ada.comeDue(id))).toEqual([2, 0, 1, 0]);
  expect(await shown()).toMatchObject({ '71': { 'full name': 'Ada Renamed', email: 'ada@new.example.test' } });
  expect(await ada.customLeads()).toEqual([]);
});

test('an invalid row is rejected with its number and a reason, and the others are stored', async () => {
  const ada = await newSyncPerson(api);
  const longText = 'x'.repeat(importLimits.valueCharacters + 1);
  const rows = [
    ['1', 'Ada', '', ''],
    ['', ' ', '', 'North'],
    [],
    ['2', longText, '', ''],
    ['x'.repeat(5000), 'a long id', '', ''],
    ['3', '<b>&"\'\u0007 \u0000', '', "'; drop table users --"],
  ];
  const sheet = await newSheet(rows);
  const { id, run } = await ada.createAndRun(sheet.url, 'meta');
  expect(counts(run)).toEqual([5, 3, 0, 2]);
  expect(run.rejectedRows).toEqual([
    { row: 3, reason: messages.sheetSyncs.noLead.caption },
    { row: 5, reason: messages.customLeads.valueTooLong },
  ]);
  expect((await ada.customLeads()).find((lead) => lead.id === '3')).toMatchObject({
    Name: '<b>&"\'',
    Project: "'; drop table users --",
  });

  await sheet.put(Array.from({ length: sheetSyncLimits.keptRejections + 5 }, () => ['', '', '', 'x']));
  const rejected = await ada.comeDue(id);
  expect(rejected.rowsRejected).toBe(sheetSyncLimits.keptRejections + 5);
  expect(rejected.rejectedRows).toHaveLength(sheetSyncLimits.keptRejections);
});

test('a row of an erased person is rejected until it is imported by hand', async () => {
  const ada = await newSyncPerson(api);
  const rows = [
    ['1', 'Grace', 'grace@example.test', 'North'],
    ['2', 'Ben', '', 'North'],
  ];
  const sheet = await newSheet(rows);
  const { id } = await ada.createAndRun(sheet.url, 'meta');
  await api.request(erasePerson, { token: ada.token, body: { email: 'grace@example.test' } });
  await sheet.put(rows.map(([number = '', name = '', email = '']) => [number, name, email, 'South']));
  const run = await ada.comeDue(id);
  expect(counts(run)).toEqual([2, 0, 1, 1]);
  expect(run.rejectedRows).toEqual([{ row: 2, reason: messages.sheetSyncs.leftOut.erased }]);

  const imported = (leads: object[]) => api.request(saveCustomLeads, { token: ada.token, body: { leads } });
  await imported([{ id: '1', Name: 'Grace' }]);
  await sheet.put(rows);
  expect(counts(await ada.comeDue(id))).toEqual([2, 0, 2, 0]);
  expect((await ada.customLeads()).find(({ Name }) => Name === 'Grace')).toMatchObject({ Project: 'North' });

  // The same holds for an import of several batches.
  await api.request(erasePerson, { token: ada.token, body: { email: 'grace@example.test' } });
  await imported([{ id: '1', Name: 'Grace' }, ...Array.from({ length: 1_000 }, () => ({ Name: 'one of many' }))]);
  await sheet.put(rows.toReversed());
  expect(counts(await ada.comeDue(id))).toEqual([2, 0, 1, 0]);
});

test('a sheet that is no longer shared, and its recovery, each send one clear notification', async () => {
  const ada = await newSyncPerson(api);
  const rows = [['1', 'Ada', '', '']];
  const sheet = await newSheet(rows);
  const { id } = await ada.createAndRun(sheet.url, 'meta');
  const reason = messages.sheets.notShared(serviceAccount);
  await sheet.put(rows, 'private');
  for (let failure = 1; failure <= 3; failure += 1)
    expect(await ada.comeDue(id)).toMatchObject({ state: 'failed', error: reason, rowsRead: 0 });
  expect((await ada.list()).data[0]?.lastRun).toMatchObject({ id: 4, state: 'failed', error: reason });
  await sheet.put([...rows, ['2', 'Ben', '', '']], 'public');
  expect(await ada.comeDue(id)).toMatchObject({ state: 'done', error: null, rowsAdded: 1 });
  expect(await ada.comeDue(id)).toMatchObject({ state: 'done', rowsAdded: 0 });
  const told = (await ada.notifications()).map(({ event, payload }) => [event, payload]);
  const about = { syncId: id, url: sheet.url };
  expect(told).toEqual([
    ['sheet_sync_failed', { ...about, message: messages.sheetSyncs.failed(reason), notificationId: 1 }],
    ['sheet_sync_recovered', { ...about, message: messages.sheetSyncs.recovered, notificationId: 2 }],
  ]);
});

test('temporary Google errors are retried within the run', async () => {
  const ada = await newSyncPerson(api);
  const { url } = await newSheet([['1', 'Ada', '', '']], { shared: 'service-account' });
  await orderFaults(
    api.sandbox,
    { provider: 'google', path: '/export', kind: '500' },
    { provider: 'google', path: '/v4/', kind: '429' },
    { provider: 'google', path: '/v4/', kind: 'expired-token' },
  );
  const { body } = await ada.create(url, 'meta');
  expect(await ada.endOfRun(body.data.id, 1, 20_000)).toMatchObject({ state: 'done', rowsAdded: 1 });
  expect(await ada.notifications()).toEqual([]);
});

test('a private sheet is read for the first person only, and the other gets the reason', async () => {
  const [ada, bea] = [await newSyncPerson(api), await newSyncPerson(api)];
  const { url } = await newSheet([['1', 'Ada', '', '']], { shared: 'service-account' });
  expect((await ada.createAndRun(url, 'meta')).run).toMatchObject({ state: 'done', rowsAdded: 1 });
  expect((await bea.createAndRun(url, 'tiktok')).run).toMatchObject({
    state: 'failed',
    error: messages.sheets.claimed,
  });
  expect(await bea.tiktokLeads()).toEqual([]);
});

test('a record that is deleted during its run stores nothing more', async () => {
  const ada = await newSyncPerson(api);
  const { id: sheetId, url } = await newSheet([['1', 'Ada', '', '']]);
  await orderFaults(api.sandbox, { provider: 'google', path: sheetId, kind: 'slow', delayMs: 1500 });
  const { body } = await ada.create(url, 'meta');
  const { id } = body.data;
  await waitUntil(async () => (await ada.runs(id))[0]?.state === 'running');
  expect((await ada.remove(id)).status).toBe(200);
  // The content is fetched after the slow response, and the run ends soon after.
  const contentCalls = async () => (await readCallCounts(api.sandbox))['google GET /sheet-content/*'] ?? 0;
  const before = await contentCalls();
  await waitUntil(async () => (await contentCalls()) > before);
  const { createAndRun } = await newSyncPerson(api);
  await createAndRun(url, 'meta');
  expect(await ada.customLeads()).toEqual([]);
  expect(
    await api.context.db
      .select()
      .from(sheetSyncRuns)
      .where(sql`sync_id = ${id}`),
  ).toEqual([]);
});

test('a manual run joins the current run, or starts a new one', async () => {
  const ada = await newSyncPerson(api);
  const { id: sheetId, url } = await newSheet([['1', 'Ada', '', '']]);
  await orderFaults(api.sandbox, { provider: 'google', path: sheetId, kind: 'slow', delayMs: 1500 });
  const { body } = await ada.create(url, 'meta');
  const { id } = body.data;
  await waitUntil(async () => (await ada.runs(id))[0]?.state === 'running');
  const asked = await Promise.all([ada.runNow(id), ada.runNow(id), ada.runNow(id)]);
  for (const { status, body: answer } of asked)
    expect([status, answer.message]).toEqual([200, messages.sheetSyncs.runStarted]);
  await ada.endOfRun(id, 1);
  // The requested jobs are done when a later job of this person is done.
  await ada.createAndRun(url, 'google');
  expect(await ada.runs(id)).toHaveLength(1);
  await ada.runNow(id);
  expect(await ada.endOfRun(id, 2)).toMatchObject({ state: 'done' });
});

test.each([
  ['once its lease has expired', 2_000],
  ['at once if the worker was the only process', 3_600_000],
])('a run whose worker was killed is marked as failed and repeated %s', async (_when, leaseMs) => {
  const ada = await newSyncPerson(api);
  const { url } = await newSheet([['1', 'Ada', '', '']]);
  const { id } = await ada.createAndRun(url, 'meta');
  // What a killed worker leaves behind.
  await api.context.db.insert(sheetSyncRuns).values({
    workspaceId: ada.workspaceId,
    syncId: id,
    id: 2,
    state: 'running',
    startedAt: new Date(),
  });
  await ada.changeRecord(id, { leaseId: newId(), leasedUntil: new Date(Date.now() + leaseMs), lastRunId: 2 });
  if (leaseMs > 60_000) {
    await expireLeases(api.context.db);
    await resumeRuns(api.context);
  } else await ada.runNow(id);
  expect(await ada.endOfRun(id, 3, 15_000)).toMatchObject({ state: 'done', rowsRead: 1, rowsAdded: 0 });
  expect((await ada.runs(id))[1]).toMatchObject({
    id: 2,
    state: 'failed',
    error: messages.sheetSyncs.abandoned,
    finishedAt: expect.any(String),
  });
  expect(await ada.notifications()).toEqual([]);
  expect(await ada.record(id)).toMatchObject({ leaseId: null, leasedUntil: null, lastRunId: 3 });
});

test('missed slots count as one, and the next slot keeps its time', async () => {
  const ada = await newSyncPerson(api);
  const { url } = await newSheet([['1', 'Ada', '', '']]);
  const { id } = await ada.createAndRun(url, 'meta');
  await ada.comeDue(id, 3.5);
  const { nextRunAt } = await ada.record(id);
  const intervalMs = api.context.env.AUTOSYNC_INTERVAL_SECONDS * 1000;
  const ahead = (nextRunAt.getTime() - Date.now()) / intervalMs;
  // Half an interval ahead, less what the test has taken.
  expect(ahead).toBeGreaterThan(0.45);
  expect(ahead).toBeLessThanOrEqual(0.5);
  await ada.createAndRun(url, 'google');
  expect(await ada.runs(id)).toHaveLength(2);
});

test('only the newest runs of a record are kept', async () => {
  const ada = await newSyncPerson(api);
  const { url } = await newSheet([['1', 'Ada', '', '']]);
  const { id } = await ada.createAndRun(url, 'meta');
  const { keptRuns } = sheetSyncLimits;
  const startedAt = new Date();
  await api.context.db.insert(sheetSyncRuns).values(
    Array.from({ length: keptRuns - 1 }, (_, index) => ({
      workspaceId: ada.workspaceId,
      syncId: id,
      id: index + 2,
      state: 'done' as const,
      startedAt,
      finishedAt: startedAt,
    })),
  );
  await ada.changeRecord(id, { lastRunId: keptRuns });
  await ada.comeDue(id);
  const kept = (await ada.runs(id)).map((run) => run.id);
  expect(kept).toEqual(Array.from({ length: keptRuns }, (_, index) => keptRuns + 1 - index));
});

describe('two workers on one database', () => {
  test('run every record once for its slot', async () => {
    const database = await openAgain(api.context.pool);
    const second = await startServer({
      env: { ...api.context.env, ROLES: ['worker'] },
      logger: createLogger('silent'),
      pages: 'built',
      database,
      onFatal: (error) => {
        throw error;
      },
    });
    try {
      const ada = await newSyncPerson(api);
      const { url } = await newSheet([['1', 'Ada', '', '']]);
      const records = await Promise.all(Array.from({ length: 8 }, () => ada.createAndRun(url, 'meta')));
      for (let slot = 2; slot <= 4; slot += 1) {
        await api.context.db
          .update(sheetSyncs)
          .set({ nextRunAt: sql`now()` })
          .where(sql`workspace_id = ${ada.workspaceId}`);
        await Promise.all(records.map(({ id }) => ada.endOfRun(id, slot, 20_000)));
      }
      // Both workers have polled again; a second run of a slot would show here.
      await ada.createAndRun(url, 'google');
      const runs = await Promise.all(records.map(({ id }) => ada.runs(id)));
      expect(runs.map((each) => each.length)).toEqual(records.map(() => 4));
      expect(runs.flat().every(({ state }) => state === 'done')).toBe(true);
      expect(await ada.customLeads()).toHaveLength(1);
    } finally {
      await second.close();
      await database.close();
    }
  });
});
