import { and, eq, sql } from '#server/database/drizzle.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cancelExport, exportGoogleSheet, listExports, resumeExport } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { messages } from '#shared/messages.ts';
import { exportChunks, exports } from '#server/database/schema.ts';
import { findConnection } from '#server/modules/connections/connections.store.ts';
import { openTokens } from '#server/modules/connections/access/tokens.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { clearFaults, orderFaults, readCallCounts } from '#testing/sandbox/sandboxControl.ts';
import type { SandboxSpreadsheet } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { isExport } from '#server/modules/exports/exports.store.ts';
import { deleteExportRowsHandler } from './deleteExportRows.handler.ts';
import {
  awaitRun,
  awaitState,
  newPerson,
  noticesOf,
  onlySheetOf,
  readRun,
  sheetsOf,
} from '#server/modules/exports/testing/exportTests.ts';
import type { Person } from '#server/modules/exports/testing/exportTests.ts';

/** Three chunks. */
const rows = Array.from({ length: 12_000 }, (_, index) => ({ index, text: `row ${index}` }));
const cells = [['index', 'text'], ...rows.map(({ index, text }) => [index, text])];
const writing = 'values:batchUpdate';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
afterEach(() => clearFaults(api.sandbox));

const post = (person: Person, body: unknown = rows) => api.request(exportGoogleSheet, { token: person.token, body });
const cancel = (person: Person, id: string) => api.request(cancelExport, { token: person.token, params: { id } });
const resume = (person: Person, id: string) => api.request(resumeExport, { token: person.token, params: { id } });

const newestOf = (person: Person): Promise<ExportRun> =>
  api.waitUntil(async () => {
    const runs: ExportRun[] = (await api.request(listExports, { token: person.token })).body.data;
    return runs[0];
  });

const countWrites = async (): Promise<number> =>
  Object.entries(await readCallCounts(api.sandbox))
    .filter(([call]) => call.includes(writing))
    .reduce((sum, [, count]) => sum + count, 0);

/**
 * Whether a sheet holds the titles and all rows in order. A boolean, because a diff of thousands of cells is
 * unreadable.
 */
const isWhole = (sheet: SandboxSpreadsheet): boolean => JSON.stringify(sheet.sheets[0]?.rows) === JSON.stringify(cells);

/** Waits until the worker of a cancelled export has stopped. */
const awaitRest = ({ workspaceId }: Person, id: string) =>
  api.waitUntil(async () => {
    const [row] = await api.context.db
      .select({ isHeld: sql<boolean>`${exports.leasedUntil} > now()` })
      .from(exports)
      .where(isExport({ workspaceId, id }));
    return row?.isHeld === false;
  });

/** Google accepts the first chunk, then responds slowly. */
const slowDown = () =>
  orderFaults(
    api.sandbox,
    { provider: 'google', path: writing, kind: 'slow', delayMs: 0 },
    { provider: 'google', path: writing, kind: 'slow', delayMs: 1_500, count: 100 },
  );

/** An export with one chunk written and a second in flight, and its pending POST. */
const startSlowly = async (person: Person): Promise<{ id: string; answer: ReturnType<typeof post> }> => {
  await slowDown();
  const answer = post(person);
  const { id } = await newestOf(person);
  await awaitRun(api, person, id, ({ rowsWritten }) => rowsWritten > 0);
  return { id, answer };
};

describe('a cancelled export', () => {
  test('stops, responds to waiting requests, and resumes where it stopped', async () => {
    const person = await newPerson(api, 'google');
    const socket = openSocket(api.url, person);
    expect(await socket.handshake).toBeNull();
    const { id, answer } = await startSlowly(person);
    const { status, body } = await cancel(person, id);
    expect([status, body.message, body.data.state]).toEqual([200, messages.exports.stopped, 'cancelled']);
    expect(await answer).toMatchObject({
      status: 409,
      body: { success: false, code: 'EXPORT_ENDED', message: messages.exports.cancelled },
    });
    expect(await cancel(person, id)).toMatchObject({ status: 409, body: { code: 'EXPORT_ENDED' } });

    const stopped = await readRun(api, person, id);
    expect(stopped).toMatchObject({ state: 'cancelled', canResume: true, rowsWritten: 5_000, rowsTotal: 12_000 });
    expect(stopped.url).toBe((await onlySheetOf(api, id)).url);
    await clearFaults(api.sandbox);
    const writes = await countWrites();
    expect(await resume(person, id)).toMatchObject({ status: 200, body: { message: messages.exports.resumed } });
    expect(await resume(person, id)).toMatchObject({ status: 409, body: { code: 'EXPORT_ENDED' } });
    const run = await awaitState(api, person, id, 'complete');
    expect(run).toMatchObject({ rowsWritten: 12_000, url: stopped.url, canResume: false });
    // The first chunk was recorded as written; the second may have been in flight.
    expect((await countWrites()) - writes).toBeLessThanOrEqual(2);
    expect(isWhole(await onlySheetOf(api, id))).toBe(true);
    expect(await noticesOf(api, person, id)).toEqual(['list_export_complete']);

    const progress = socket.received.filter(({ event }) => event === 'export_progress').map(({ payload }) => payload);
    expect(progress).toEqual(
      expect.arrayContaining([
        { exportId: id, ref: null, state: 'running', rowsWritten: 5_000, rowsTotal: 12_000 },
        { exportId: id, ref: null, state: 'cancelled', rowsWritten: 5_000, rowsTotal: 12_000 },
        { exportId: id, ref: null, state: 'running', rowsWritten: 12_000, rowsTotal: 12_000 },
        { exportId: id, ref: null, state: 'complete', rowsWritten: 12_000, rowsTotal: 12_000 },
      ]),
    );
    socket.close();
    expect(await resume(person, id)).toMatchObject({ status: 409, body: { code: 'EXPORT_ENDED' } });
  });

  test.each(['deleted', 'moved to the bin'])(
    'whose spreadsheet was %s is written again completely',
    async (fate) => {
      const person = await newPerson(api, 'google');
      const { id, answer } = await startSlowly(person);
      await cancel(person, id);
      await answer;
      await awaitRest(person, id);
      await clearFaults(api.sandbox);
      const former = await onlySheetOf(api, id);
      const connection = await findConnection(api.context.db, person.workspaceId, 'google');
      if (!connection) throw new Error('Google is not connected');
      const { accessToken } = openTokens(api.context.secrets, connection);
      const gone = await fetch(`${api.context.env.GOOGLE_DRIVE_URL}/drive/v3/files/${former.id}`, {
        method: fate === 'deleted' ? 'DELETE' : 'PATCH',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        ...(fate === 'deleted' ? {} : { body: JSON.stringify({ trashed: true }) }),
      });
      expect(gone.ok).toBe(true);
      await resume(person, id);
      const run = await awaitState(api, person, id, 'complete');
      const made = (await sheetsOf(api, id)).filter(({ id: fileId }) => fileId !== former.id);
      expect(made.map((sheet) => [sheet.url, isWhole(sheet)])).toEqual([[run.url, true]]);
    },
    60_000,
  );

  test('can be cancelled and resumed by its owner only', async () => {
    const [owner, other] = [await newPerson(api, 'google'), await newPerson(api, 'google')];
    const { id, answer } = await startSlowly(owner);
    for (const call of [cancel, resume]) {
      expect((await call(other, id)).status).toBe(404);
      expect((await call(owner, 'no-such-id')).status).toBe(404);
    }
    await clearFaults(api.sandbox);
    await answer;
    await awaitState(api, owner, id, 'complete');
  });
});

test('simultaneous cancel, resume and finish leave one final state, one sheet and one notification', async () => {
  const person = await newPerson(api, 'google');
  await orderFaults(api.sandbox, { provider: 'google', path: '/', kind: 'slow', delayMs: 60, count: 10_000 });
  const ids: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const answer = post(person);
    const id = await api.waitUntil(async () => {
      const run = await newestOf(person);
      return ids.includes(run.id) ? null : run.id;
    });
    ids.push(id);
    const isComplete = async () => (await readRun(api, person, id)).state === 'complete';
    for (let turn = 0; turn < 12 && !(await isComplete()); turn += 1)
      await Promise.all([cancel(person, id), resume(person, id), resume(person, id), cancel(person, id)]);
    await answer;
    // The export can be completed, whichever call was last.
    await resume(person, id);
    await awaitState(api, person, id, 'complete');
    expect((await cancel(person, id)).status).toBe(409);
  }
  for (const id of ids) {
    expect(isWhole(await onlySheetOf(api, id))).toBe(true);
    expect(await noticesOf(api, person, id)).toEqual(['list_export_complete']);
  }
}, 120_000);

test('an export whose grant is lost midway resumes automatically with a new grant', async () => {
  const person = await newPerson(api, 'google');
  await orderFaults(
    api.sandbox,
    { provider: 'google', path: writing, kind: 'slow', delayMs: 0, count: 2 },
    { provider: 'google', path: writing, kind: 'revoked' },
  );
  const { status, body } = await post(person);
  const reason = messages.exports.goesOnAfterReconnect(messages.connections.reconnect('google'));
  expect([status, body.code, body.message]).toEqual([409, 'RECONNECT_NEEDED', reason]);
  const failed = await newestOf(person);
  expect(failed).toMatchObject({ state: 'failed', code: 'RECONNECT_NEEDED', error: reason, canResume: true });
  // The third chunk starts once one of the first two is written. The other one was written too, or failed with the
  // grant.
  expect([5_000, 10_000]).toContain(failed.rowsWritten);
  // Without the grant, the export cannot continue.
  expect(await resume(person, failed.id)).toMatchObject({ status: 403, body: { code: 'NOT_CONNECTED' } });

  const writes = await countWrites();
  await connectPlatform(api, person, 'google');
  expect(await awaitState(api, person, failed.id, 'complete')).toMatchObject({ code: null, error: null });
  expect((await countWrites()) - writes).toBe(3 - failed.rowsWritten / 5_000);
  expect(isWhole(await onlySheetOf(api, failed.id))).toBe(true);
  expect(await noticesOf(api, person, failed.id)).toEqual(['export_error', 'list_export_complete']);
});

test('a permission that Google reports as missing is reported as such', async () => {
  const person = await newPerson(api, 'google');
  await orderFaults(api.sandbox, { provider: 'google', path: '/v4/', kind: 'missing-scope' });
  const { status, body } = await post(person, [{ a: 1 }]);
  expect([status, body.code]).toEqual([409, 'SCOPE_MISSING']);
  expect(await newestOf(person)).toMatchObject({ state: 'failed', code: 'SCOPE_MISSING', canResume: true });
});

test('the rows of an export that is not resumed are deleted after a week', async () => {
  const person = await newPerson(api, 'google');
  const [old, young] = [await failed(person), await failed(person)];
  const finishedAt = new Date(Date.now() - 7 * 86_400_000 - 2 * 3_600_000);
  await api.context.db
    .update(exports)
    .set({ finishedAt })
    .where(isExport({ workspaceId: person.workspaceId, id: old.id }));
  const run = { log: api.context.logger, signal: new AbortController().signal, isLastAttempt: false };
  await deleteExportRowsHandler(api.context).run({}, { ...run, progressed: () => Promise.resolve() });

  expect(await chunksOf(person, old)).toBe(0);
  expect(await readRun(api, person, old.id)).toMatchObject({ state: 'failed', canResume: false });
  expect(await resume(person, old.id)).toMatchObject({
    status: 409,
    body: { code: 'EXPORT_ENDED', message: messages.exports.notResumable },
  });
  expect(await chunksOf(person, young)).toBe(3);
  await resume(person, young.id);
  await awaitState(api, person, young.id, 'complete');
  expect(await chunksOf(person, young)).toBe(0);
});

const failed = async (person: Person): Promise<ExportRun> => {
  await orderFaults(api.sandbox, { provider: 'google', path: writing, kind: 'permission' });
  expect((await post(person)).status).toBe(502);
  return newestOf(person);
};

const chunksOf = async ({ workspaceId }: Person, { id }: ExportRun): Promise<number> =>
  (
    await api.context.db
      .select({ number: exportChunks.number })
      .from(exportChunks)
      .where(and(eq(exportChunks.workspaceId, workspaceId), eq(exportChunks.exportId, id)))
  ).length;

test('the exports of one person do not delay those of another', async () => {
  const [busy, other] = [await newPerson(api, 'google'), await newPerson(api, 'google')];
  await orderFaults(api.sandbox, { provider: 'google', path: '/', kind: 'slow', delayMs: 300, count: 10_000 });
  const busyPosts = Array.from({ length: 14 }, (_, index) => post(busy, [{ index }]));
  const states = async (): Promise<string[]> => {
    const runs: ExportRun[] = (await api.request(listExports, { token: busy.token })).body.data;
    return runs.map(({ state }) => state);
  };
  await api.waitUntil(async () => (await states()).length === 14);
  expect((await post(other, [{ a: 1 }])).status).toBe(200);
  expect((await states()).filter((state) => state === 'queued').length).toBeGreaterThan(4);
  await clearFaults(api.sandbox);
  await Promise.all(busyPosts);
});
