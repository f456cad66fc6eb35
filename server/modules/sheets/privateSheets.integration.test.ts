import { eq, like, sql } from '#server/database/drizzle.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fetchGoogleSheet } from '#shared/contracts/customLeads.ts';
import { listPrivateSheets, releasePrivateSheet, showSheetCode, takeOverSheet } from '#shared/contracts/sheets.ts';
import { deleteAccount } from '#shared/contracts/privacy.ts';
import { sheetSearchLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { LeaseLostError } from '#server/database/leases/lease.ts';
import { rateLimits, sheetOwners } from '#server/database/schema.ts';
import { newId } from '#server/lib/ids.ts';
import { publicSheetId } from '#testing/sandbox/sandbox.ts';
import { closeAccount } from '#server/flows/deleteAccount/closeAccount.store.ts';
import { completeRun } from './syncs/runs/endRun.ts';
import { startRun } from './syncs/runs/startRun.ts';
import { newSyncPerson } from './syncs/testing/sheetSyncTests.ts';
import { lockUser } from '#server/modules/users/users.store.ts';
import { isSomebodyWaiting } from '#testing/database/isSomebodyWaiting.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { clearFaults, orderFaults, postControl, putSheet, readCallCounts } from '#testing/sandbox/sandboxControl.ts';
import type { SandboxSheet } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { sheetCodes } from './sheetCodes.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  await postControl(api.sandbox, '/google/quota', { readsPerMinute: 1000 });
});
afterAll(() => api.close());
afterEach(async () => {
  await clearFaults(api.sandbox);
  await clearCalls();
});

/** These tests make more calls a minute than Google allows. */
const clearCalls = () => api.context.db.delete(rateLimits).where(like(rateLimits.key, 'calls %'));

const header = ['id', 'Name'];

/** A private sheet that is shared with the service account; `put` changes its cells. */
const newSheet = async () => {
  const id = `private-${newId()}`;
  const put = (rows: string[][], rest: Partial<SandboxSheet> = {}) =>
    putSheet(api.sandbox, id, { rows: [header, ...rows], shared: 'service-account', ...rest });
  return { id, url: await put([['1', 'Ada']]), put };
};

const newPerson = async () => {
  const person = await newSyncPerson(api);
  const { token } = person;
  const read = async (url: string) => {
    const { status, body } = await api.request(fetchGoogleSheet, { token, query: { url } });
    return status === 200 ? status : [status, body.code];
  };
  return {
    ...person,
    read,
    code: async (url: string) => (await api.request(showSheetCode, { token, body: { url } })).body.data,
    takeOver: async (url: string) => {
      const { status, body } = await api.request(takeOverSheet, { token, body: { url } });
      return [status, body.code ?? null, body.message];
    },
    sheets: async () => (await api.request(listPrivateSheets, { token })).body.data,
    release: async (id: string) => {
      const { status, body } = await api.request(releasePrivateSheet, { token, params: { id } });
      return [status, body.code ?? null, body.message];
    },
  };
};

/** Number of queued and running jobs of a synchronization. */
const openJobs = async (syncId: string): Promise<number> => {
  const { rows } = await api.context.db.execute<{ total: number }>(
    sql`select count(*)::int as total from jobs.job where data::text like ${`%${syncId}%`} and state in ('created', 'retry', 'active')`,
  );
  return rows[0]?.total ?? 0;
};

const refused = [403, 'SHEET_CLAIMED'];
const taken = [200, null, messages.sheets.taken];
const codeMissing = [409, 'SHEET_CODE_MISSING', messages.sheets.codeMissing];

test('every call needs a session', async () => {
  const body = { url: 'x' };
  expect((await api.request(listPrivateSheets)).status).toBe(401);
  expect((await api.request(releasePrivateSheet, { params: { id: 'x' } })).status).toBe(401);
  expect((await api.request(showSheetCode, { body })).status).toBe(401);
  expect((await api.request(takeOverSheet, { body })).status).toBe(401);
});

test('after the owner releases a sheet, the next person who reads it owns it', async () => {
  const [ada, bea] = [await newPerson(), await newPerson()];
  const { id, url } = await newSheet();
  expect(await ada.read(url)).toBe(200);
  expect(await bea.read(url)).toEqual(refused);
  expect(await ada.sheets()).toEqual([{ id, url, claimedAt: expect.any(String) }]);
  expect(await bea.sheets()).toEqual([]);
  for (const unknown of [id, 'x', '\u0000']) expect((await bea.release(unknown))[0]).toBe(404);
  expect(await ada.release(id)).toEqual([200, null, messages.sheets.released]);
  expect((await ada.release(id))[0]).toBe(404);
  expect(await bea.read(url)).toBe(200);
  expect(await ada.read(url)).toEqual(refused);
});

test('a sheet cannot be released until its synchronization is deleted', async () => {
  const ada = await newPerson();
  const sheet = await newSheet();
  const { id } = await ada.createAndRun(sheet.url, 'meta');
  expect(await ada.release(sheet.id)).toEqual([409, 'SHEET_IN_SYNC', messages.sheets.inSync]);
  await ada.remove(id);
  expect((await ada.release(sheet.id))[0]).toBe(200);
});

test('a public sheet has no owner, so it cannot be released or taken over', async () => {
  const ada = await newPerson();
  const url = `${api.sandbox.url}/spreadsheets/d/${publicSheetId}/edit`;
  expect(await ada.read(url)).toBe(200);
  expect(await ada.sheets()).toEqual([]);
  expect(await ada.takeOver(url)).toEqual(taken);
  expect(await ada.sheets()).toEqual([]);
});

test.each([
  ['below the rows', (code: string): Partial<SandboxSheet> => ({ rows: [header, ['1', 'Ada'], [], ['', code]] })],
  ['beside a row', (code: string): Partial<SandboxSheet> => ({ rows: [header, ['1', 'Ada', '', ` ${code} `]] })],
  [
    'in another tab',
    (code: string): Partial<SandboxSheet> => ({
      tabs: [
        { gid: 5, title: "Ada's tab", rows: [['x']] },
        { gid: 9, title: 'Last', rows: [[], [code.toLowerCase()]] },
      ],
    }),
  ],
])('a person takes over a sheet by putting the code into a cell: %s', async (_where, place) => {
  const [ada, bea] = [await newPerson(), await newPerson()];
  const { id, url, put } = await newSheet();
  await ada.read(url);
  expect(await bea.read(url)).toEqual(refused);
  const { code, expiresAt } = await bea.code(url);
  expect(code).toMatch(/^LEAD-[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(29 * 60_000);

  expect(await bea.takeOver(url)).toEqual(codeMissing);
  expect(await bea.read(url)).toEqual(refused);
  await put([['1', 'Ada']], place(code));
  expect(await bea.takeOver(url)).toEqual(taken);
  expect(await bea.read(url)).toBe(200);
  expect(await ada.read(url)).toEqual(refused);
  expect((await bea.sheets()).map((sheet: { id: string }) => sheet.id)).toEqual([id]);
  expect(await ada.sheets()).toEqual([]);
  // A second takeover changes nothing.
  expect(await bea.takeOver(url)).toEqual(taken);
  expect((await ada.notifications()).map(({ event, payload }) => [event, payload])).toEqual([
    ['sheet_taken_over', { url, message: messages.sheets.lost, notificationId: 1 }],
  ]);
  expect(await bea.notifications()).toEqual([]);
});

test('a code is refused for another person or sheet, within a longer text, and a second time', async () => {
  const [ada, bea, eve] = [await newPerson(), await newPerson(), await newPerson()];
  const [sheet, other] = [await newSheet(), await newSheet()];
  for (const { url } of [sheet, other]) await ada.read(url);
  const { code } = await bea.code(sheet.url);
  expect((await eve.code(sheet.url)).code).not.toBe(code);

  await sheet.put([['1', `${code}0`], [`see ${code}`], [`"${code}"`], [`\\"${code}\\"`]]);
  expect(await bea.takeOver(sheet.url)).toEqual(codeMissing);
  await sheet.put([[code]]);
  await other.put([[code]]);
  expect(await eve.takeOver(sheet.url)).toEqual(codeMissing);
  expect(await bea.takeOver(other.url)).toEqual(codeMissing);
  expect(await bea.takeOver(sheet.url)).toEqual(taken);

  // Ada takes the sheet back. Bea's code is still in its cell.
  await sheet.put([[code], [(await ada.code(sheet.url)).code]]);
  expect(await ada.takeOver(sheet.url)).toEqual(taken);
  expect(await bea.takeOver(sheet.url)).toEqual(codeMissing);
  expect(await ada.read(sheet.url)).toBe(200);
});

test('a code expires after an hour', async () => {
  const [ada, bea] = [await newPerson(), await newPerson()];
  const { id, url, put } = await newSheet();
  await ada.read(url);
  const [owner] = await api.context.db.select().from(sheetOwners).where(eq(sheetOwners.documentId, id));
  if (!owner) throw new Error('no owner');
  const codesAgo = (minutes: number) =>
    sheetCodes(api.context.secrets, { workspaceId: bea.workspaceId, owner }, new Date(Date.now() - minutes * 60_000));
  await put([[codesAgo(60).newest]]);
  expect(await bea.takeOver(url)).toEqual(codeMissing);
  await put([[codesAgo(30).newest]]);
  expect(await bea.takeOver(url)).toEqual(taken);
});

test('a sheet that is not shared with the service account cannot be taken over', async () => {
  const [ada, bea] = [await newPerson(), await newPerson()];
  const { url, put } = await newSheet();
  await ada.read(url);
  const { code } = await bea.code(url);
  await put([[code]], { shared: 'private' });
  expect((await bea.takeOver(url)).slice(0, 2)).toEqual([403, 'SHEET_NOT_SHARED']);
  await orderFaults(api.sandbox, { provider: 'google', path: '/v4/', kind: '429', retryAfterSeconds: 900 });
  expect((await bea.takeOver(url)).slice(0, 2)).toEqual([429, 'PLATFORM_THROTTLED']);
});

test('a person can check for their code ten times in a quarter of an hour', async () => {
  const [ada, bea] = [await newPerson(), await newPerson()];
  const { url } = await newSheet();
  await ada.read(url);
  const answers: unknown[] = [];
  for (let check = 0; check <= sheetSearchLimits.checks; check += 1) {
    answers.push((await bea.takeOver(url))[0]);
    await clearCalls();
  }
  expect(answers).toEqual([...Array.from({ length: sheetSearchLimits.checks }, () => 409), 429]);
  expect((await ada.takeOver(url))[0]).toBe(200);
});

test('when two people prove access at once, one gets the sheet and both responses name the same owner', async () => {
  const [ada, bea, cleo] = [await newPerson(), await newPerson(), await newPerson()];
  const { url, put } = await newSheet();
  await ada.read(url);
  await put([[(await bea.code(url)).code], [(await cleo.code(url)).code]]);
  const answers = await Promise.all([bea.takeOver(url), cleo.takeOver(url)]);
  expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200, 409]));
  expect(await ada.notifications()).toHaveLength(1);
  const [winner, loser] = answers[0]?.[0] === 200 ? [bea, cleo] : [cleo, bea];
  expect([await winner.read(url), await loser.read(url)]).toEqual([200, refused]);
});

test('a takeover waits without a deadlock while the earlier owner is deleted', async () => {
  const [ada, bea] = [await newPerson(), await newPerson()];
  const sheet = await newSheet();
  await ada.createAndRun(sheet.url, 'meta');
  await sheet.put([[(await bea.code(sheet.url)).code]]);
  const { db, pool } = api.context;
  const { takeover } = await db.transaction(async (tx) => {
    await lockUser(tx, ada.userId);
    const result = bea.takeOver(sheet.url);
    await api.waitUntil(() => isSomebodyWaiting(pool), { what: 'the takeover that waits' });
    await closeAccount(tx, { ...ada, workspaceIds: [ada.workspaceId] }, new Date());
    return { takeover: result };
  });
  expect(await takeover).toEqual(taken);
});

test('a takeover stops the earlier owner’s synchronizations, even one that is reading', async () => {
  const [ada, bea] = [await newPerson(), await newPerson()];
  const sheet = await newSheet();
  const { id } = await ada.createAndRun(sheet.url, 'meta');
  const socket = openSocket(api.url, { userId: ada.userId, token: ada.token });
  await socket.handshake;
  await sheet.put([['1', 'Ada'], ['2', 'Not for Ada'], [(await bea.code(sheet.url)).code]]);
  const valueReads = async () => (await readCallCounts(api.sandbox))['google GET /v4/spreadsheets/*/values/*'] ?? 0;
  const before = await valueReads();
  // Slow enough that the takeover happens while the rows are in flight.
  await orderFaults(api.sandbox, { provider: 'google', path: `${sheet.id}/values/`, kind: 'slow', delayMs: 2500 });
  await ada.runNow(id);
  await api.waitUntil(async () => (await valueReads()) > before, { what: 'the reading of the rows' });
  expect(await bea.takeOver(sheet.url)).toEqual(taken);
  expect(await ada.endOfRun(id, 2)).toMatchObject({ state: 'failed', error: messages.sheets.claimed, rowsRead: 0 });
  await api.waitUntil(async () => socket.received.some(({ event }) => event === 'sheet_taken_over'));

  // By then, the rows have arrived and the job has ended.
  await api.waitUntil(async () => (await openJobs(id)) === 0, { what: 'the end of the job' });
  expect(await ada.customLeads()).toHaveLength(1);

  // The next slot reads nothing as the service account and sends no second notification.
  expect(await ada.comeDue(id)).toMatchObject({ id: 3, state: 'failed', error: messages.sheets.claimed });
  expect(await ada.record(id)).toMatchObject({ storedHash: expect.any(String), leaseId: null });
  expect((await ada.customLeads()).map(({ Name }) => Name)).toEqual(['Ada']);
  expect((await ada.notifications()).map(({ event }) => event)).toEqual(['sheet_taken_over']);
  expect((await ada.list()).data[0]).toMatchObject({ canTakeOver: true });

  // Bea's own synchronization of the sheet reads it.
  expect((await bea.createAndRun(sheet.url, 'google')).run).toMatchObject({ state: 'done' });
  expect((await bea.list()).data[0]).toMatchObject({ canTakeOver: false });
  socket.close();
});

test('rows that were read before a takeover are not stored after it', async () => {
  const [ada, bea] = [await newPerson(), await newPerson()];
  const sheet = await newSheet();
  const { id } = await ada.createAndRun(sheet.url, 'meta');
  const run = await startRun(api.context, { workspaceId: ada.workspaceId, syncId: id });
  if (!run) throw new Error('no run was started');
  await sheet.put([['1', 'Ada'], [(await bea.code(sheet.url)).code]]);
  expect(await bea.takeOver(sheet.url)).toEqual(taken);
  const ending = completeRun(api.context, run, [header, ['2', 'Not for Ada']]);
  await expect(ending).rejects.toThrow(LeaseLostError);
  expect((await ada.customLeads()).map(({ Name }) => Name)).toEqual(['Ada']);
  expect((await ada.runs(id))[0]).toMatchObject({ id: 2, state: 'failed', error: messages.sheets.claimed });
});

test('a deleted account owns no sheet', async () => {
  const { user, token } = await api.registerUser();
  const bea = await newPerson();
  const { url } = await newSheet();
  expect((await api.request(fetchGoogleSheet, { token, query: { url } })).status).toBe(200);
  expect(await bea.read(url)).toEqual(refused);
  await api.request(deleteAccount, { token, body: { email: user.email } });
  await api.waitUntil(async () => (await bea.read(url)) === 200, { what: 'the end of the account' });
});
