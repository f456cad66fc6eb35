import { eq, sql } from '#server/database/drizzle.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { exportGoogleSheet } from '#shared/contracts/exports.ts';
import { createSheetSync, listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';
import { idempotencyKeys } from '#server/database/schema.ts';
import { newId } from '#server/lib/ids.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { orderFaults, putSheet, readSpreadsheets } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { fingerprintOf, idempotencyKeyHeader, replayedHeader } from './answerOnce.ts';
import {
  deleteOldKeys,
  extendKey,
  findRequest,
  releaseKey,
  storeAnswer,
  takeKey,
} from '#server/answers/idempotencyKeys.store.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

type Posted = { status: number; text: string; isReplay: boolean };

const newPerson = async () => {
  const { user, workspaceId, token } = await api.registerUser();
  const post = async (path: string, body: unknown, key?: string): Promise<Posted> => {
    const response = await fetch(`${api.url}/api${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { [idempotencyKeyHeader]: key }),
      },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      text: await response.text(),
      isReplay: response.headers.get(replayedHeader) === 'true',
    };
  };
  const sheet = {
    url: await putSheet(api.sandbox, newId(), { rows: [['Name'], ['Ada']], shared: 'public' }),
    type: 'meta',
  };
  return {
    userId: user._id,
    workspaceId,
    token,
    exportRows: (key: string) => post(exportGoogleSheet.path, { data: [{ campaign: 'Spring' }] }, key),
    sheet,
    addSheet: (key: string, body: unknown = sheet) => post(createSheetSync.path, body, key),
    saveLeads: (leads: unknown, key: string) => post(saveCustomLeads.path, { leads }, key),
    countSheets: async () => (await api.request(listSheetSyncs, { token })).body.totalItems,
    countLeads: async () => (await api.request(listCustomLeads, { token })).body.totalItems,
  };
};

const rowOf = (key: string) => eq(idempotencyKeys.key, key);
/** The state after the process died between the work and its answer. */
const loseAnswer = (key: string, change: { fingerprint?: string } = {}) =>
  api.context.db
    .update(idempotencyKeys)
    .set({ ...change, status: null, answer: null, leasedUntil: sql`now() - interval '1 second'` })
    .where(rowOf(key));

const times = 50;
const statusesOf = (answers: Posted[]) => [...new Set(answers.map(({ status }) => status))];

describe('requests with one Idempotency-Key', () => {
  test('sent fifty times at once have one effect and identical answers', async () => {
    const person = await newPerson();
    const key = newId();
    const answers = await Promise.all(Array.from({ length: times }, () => person.addSheet(key)));
    expect(statusesOf(answers)).toEqual([200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    expect(await person.countSheets()).toBe(1);
    expect(await person.addSheet(key)).toMatchObject({ status: 200, isReplay: true, text: answers[0]?.text });
  });

  test('have one effect when they are streamed too', async () => {
    const person = await newPerson();
    const key = newId();
    // More than one batch; the rows have no ids.
    const rows = Array.from({ length: 2_500 }, (_, index) => ({ Name: `Lead ${index}` }));
    const answers = await Promise.all(Array.from({ length: 8 }, () => person.saveLeads(rows, key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(JSON.parse(answers[0]?.text ?? '')).toMatchObject({ data: { inserted: 2_500, updated: 0 } });
    expect(await person.countLeads()).toBe(2_500);
    expect((await person.saveLeads(rows.slice(1), key)).status).toBe(422);
    expect(await person.countLeads()).toBe(2_500);
  });

  test('are refused when the request differs or the key is invalid', async () => {
    const person = await newPerson();
    const key = newId();
    await person.addSheet(key);
    const other = await person.addSheet(key, { ...person.sheet, type: 'google' });
    expect([other.status, JSON.parse(other.text)]).toEqual([
      422,
      {
        success: false,
        message: 'This Idempotency-Key was used for another request. Please send a new one.',
        code: 'IDEMPOTENCY_KEY_REUSED',
      },
    ]);
    expect((await person.saveLeads([{ Name: 'x' }], key)).status).toBe(422);
    for (const bad of ['', 'x'.repeat(256)]) expect((await person.addSheet(bad)).status).toBe(400);
    expect(await person.countSheets()).toBe(1);
  });

  test("belong to one person: another person's same key is a different request", async () => {
    const [first, second] = [await newPerson(), await newPerson()];
    const key = newId();
    expect((await first.addSheet(key)).isReplay).toBe(false);
    expect((await second.addSheet(key)).isReplay).toBe(false);
    expect(await second.countSheets()).toBe(1);
  });

  test('get the same refusal again', async () => {
    const person = await newPerson();
    const key = newId();
    const foreign = { ...person.sheet, url: 'https://example.test/no-sheet' };
    const first = await person.addSheet(key, foreign);
    expect(first).toMatchObject({ status: 400, isReplay: false });
    expect(await person.addSheet(key, foreign)).toEqual({ ...first, isReplay: true });
    expect((await person.addSheet(key)).status).toBe(422);
  });

  test('do their work once, even if the first process died before it answered', async () => {
    const person = await newPerson();
    const [sheetKey, leadsKey] = [newId(), newId()];
    const sheet = await person.addSheet(sheetKey);
    await loseAnswer(sheetKey);
    const again = await person.addSheet(sheetKey);
    expect(again).toMatchObject({ status: 200, isReplay: false });
    expect(JSON.parse(again.text).data._id).toBe(JSON.parse(sheet.text).data._id);
    expect(await person.countSheets()).toBe(1);

    // Uses a person without a sheet, because a sheet would add its own leads.
    const importer = await newPerson();
    const rows = [{ Name: 'one' }, { Name: 'two' }, { id: '3', Name: 'three' }];
    const leads = await importer.saveLeads(rows, leadsKey);
    await loseAnswer(leadsKey, { fingerprint: fingerprintOf(`POST ${saveCustomLeads.path} ${importer.workspaceId}`) });
    expect(await importer.saveLeads(rows, leadsKey)).toEqual(leads);
    expect(await importer.countLeads()).toBe(3);
  });

  test('make one Google Sheet', async () => {
    const person = await newPerson();
    await connectPlatform(api, person, 'google');
    const key = newId();
    const before = (await readSpreadsheets(api.sandbox)).length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => person.exportRows(key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await loseAnswer(key);
    const again = await person.exportRows(key);
    expect(again).toMatchObject({ status: 200, isReplay: false });
    expect(JSON.parse(again.text).url).toBe(JSON.parse(answers[0]?.text ?? '').url);
    expect((await readSpreadsheets(api.sandbox)).length - before).toBe(1);
  });

  test('are retried after a temporary failure', async () => {
    const person = await newPerson();
    await connectPlatform(api, person, 'google');
    const key = newId();
    await orderFaults(api.sandbox, { provider: 'google', path: '/drive/', kind: 'permission' });
    expect(await person.exportRows(key)).toMatchObject({ status: 502, isReplay: false });
    const again = await person.exportRows(key);
    expect(again).toMatchObject({ status: 200, isReplay: false });
    expect(await person.exportRows(key)).toEqual({ ...again, isReplay: true });
  });

  test('are answered by one process at a time: without its lease, a process neither answers nor deletes them', async () => {
    const person = await newPerson();
    const { db } = api.context;
    const request = { userId: person.userId, key: newId() };
    const [slow, successor] = [
      { ...request, leaseId: newId() },
      { ...request, leaseId: newId() },
    ];
    expect(await takeKey(db, slow, 'same')).toBe(true);
    expect(await takeKey(db, successor, 'same')).toBe(false);
    await loseAnswer(request.key);
    expect(await takeKey(db, successor, 'same')).toBe(true);
    expect(await extendKey(db, slow)).toBe(false);
    await releaseKey(db, slow);
    await storeAnswer(db, slow, { fingerprint: 'same', status: 200, answer: { text: 'slow' } });
    expect(await findRequest(db, request)).toMatchObject({ status: null });
    await storeAnswer(db, successor, { fingerprint: 'same', status: 200, answer: { text: 'successor' } });
    expect(await findRequest(db, request)).toMatchObject({ status: 200, answer: { text: 'successor' } });
  });

  test('wait while the first one runs, and count as new after a day', async () => {
    const person = await newPerson();
    const key = newId();
    const { db } = api.context;
    const first = await person.addSheet(key);
    const [stored] = await db.select().from(idempotencyKeys).where(rowOf(key));
    if (!stored) throw new Error('nothing was remembered');
    await db
      .update(idempotencyKeys)
      .set({ status: null, answer: null, leasedUntil: sql`now() + interval '1 minute'` })
      .where(rowOf(key));
    const second = person.addSheet(key);
    await db.update(idempotencyKeys).set({ status: stored.status, answer: stored.answer }).where(rowOf(key));
    expect(await second).toEqual({ ...first, isReplay: true });

    await db
      .update(idempotencyKeys)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(rowOf(key));
    const other = await person.addSheet(key, { ...person.sheet, type: 'google' });
    expect([other.isReplay, JSON.parse(other.text).data.type]).toEqual([false, 'google']);
    expect(await person.countSheets()).toBe(2);
    await deleteOldKeys(db);
    expect(await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(rowOf(key))).toEqual([{ key }]);
    await db
      .update(idempotencyKeys)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(rowOf(key));
    await deleteOldKeys(db);
    expect(await db.select().from(idempotencyKeys).where(rowOf(key))).toEqual([]);
  });
});
