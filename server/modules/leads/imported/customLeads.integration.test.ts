import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { importRefHeader, listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { importLimits } from '#shared/limits.ts';
import { eq } from '#server/database/drizzle.ts';
import { fromNow } from '#server/database/leases/fromNow.ts';
import { customLeadImports } from '#server/database/schema.ts';
import { hashSecret, newId } from '#server/lib/ids.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import {
  abandonImports,
  acceptImport,
  applyNextBatch,
  countOpenImports,
  deleteOldImports,
  insertBatch,
  insertImport,
} from './imports/customLeadImports.store.ts';
import type { ImportKey } from './imports/customLeadImports.store.ts';
import { importPostedLeads } from './customLeads.service.ts';
import { importTick } from './customLeads.handlers.ts';
import { resumeImports } from './imports/resumeImports.ts';
import { leadIdentity } from './rowIdentity.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const path = '/api/meta-custom-leads';
const blank = Object.fromEntries(customLeadKeys.map((column) => [column, ''])) as CustomLeadValues;

const newPerson = async () => {
  const { userId, workspaceId, token } = await api.registerUser();
  const post = async (text: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${api.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: text,
    });
    const body: unknown = await response.json();
    return { status: response.status, body };
  };
  return {
    userId,
    workspaceId,
    tokenHash: hashSecret(token),
    token,
    post,
    save: (leads: Record<string, unknown>[]) => api.request(saveCustomLeads, { token, body: { leads } }),
    list: async (query: Record<string, string> = { limit: '100' }) =>
      (await api.request(listCustomLeads, { token, query })).body.data,
    names: async (query: Record<string, string> = { limit: '100' }) =>
      (await api.request(listCustomLeads, { token, query })).body.data.data.map(({ Name }) => Name),
  };
};

const namesFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ Name: `Lead ${first + index}` }));

test('the calls require a session before they read a body', async () => {
  const message = 'Your session has expired. Please sign in again.';
  expect((await api.request(listCustomLeads)).status).toBe(401);
  const refused = await api.request(saveCustomLeads, { body: { leads: [{ Name: 'Ada' }] } });
  expect([refused.status, refused.body]).toEqual([
    401,
    { success: false, message, mesage: message, code: 'SESSION_EXPIRED' },
  ]);
});

test('imported leads are listed with their 22 values, in the order of their file, the last import first [S3.CL.1] [S3.CL.10] [S7.CLP.1] [S7.CLP.2] [S7.CLG.4]', async () => {
  const person = await newPerson();
  const socket = openSocket(api.url, { userId: person.userId, token: person.token });
  expect(await socket.handshake).toBeNull();
  const values = Object.fromEntries(customLeadKeys.map((key) => [key, `value of ${key}`]));
  const saved = await person.save([values, { Name: 'Second' }, { Name: 'Third' }]);
  expect([saved.status, saved.body]).toEqual([
    200,
    { success: true, message: 'Saved successfully', data: { inserted: 3, updated: 0, unchanged: 0 } },
  ]);
  await api.waitUntil(() => socket.received.length > 0);
  expect(socket.received).toEqual([{ event: 'leads_changed', payload: { list: 'custom' } }]);
  socket.close();

  const { body } = await api.request(listCustomLeads, { token: person.token, query: { page: '1', limit: '2' } });
  const paging = { page: 1, totalPages: 2, totalItems: 3, nextPage: 2 };
  expect(body).toMatchObject({ success: true, ...paging });
  const { data: rows, ...inner } = body.data;
  expect(inner).toEqual({ ...paging, success: true });
  expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(
    [...customLeadKeys, '_id', 'createdAt', 'updatedAt'].toSorted(),
  );
  expect(rows[0]).toMatchObject(values);
  expect(rows[1]).toMatchObject({ Name: 'Second', EmailAddress: '', UNIX: '' });

  await person.save([{ Name: 'Fourth' }, { Name: 'Fifth' }]);
  expect(await person.names()).toEqual(['Fourth', 'Fifth', 'value of Name', 'Second', 'Third']);
});

test('pages have five leads by default, and invalid page numbers are ignored [S7.CLG.1] [S7.CLG.3]', async () => {
  const person = await newPerson();
  expect(await person.list({})).toEqual({
    data: [],
    page: 1,
    totalPages: 1,
    totalItems: 0,
    nextPage: null,
    success: true,
  });
  await person.save(namesFrom(1, 130));
  expect(await person.names({})).toEqual(['Lead 1', 'Lead 2', 'Lead 3', 'Lead 4', 'Lead 5']);
  expect(await person.names({ page: '2', limit: '3', search: '' })).toEqual(['Lead 4', 'Lead 5', 'Lead 6']);
  expect((await person.list({ limit: '1000' })).data).toHaveLength(100);
  expect(await person.list({ page: '2', limit: '1000' })).toMatchObject({ totalPages: 2, nextPage: null });
  expect(await person.list({ page: '-1', limit: 'many' })).toMatchObject({ page: 1, totalPages: 26 });
  expect(await person.list({ page: '27' })).toMatchObject({ data: [], page: 27, totalItems: 130, nextPage: null });
});

test('a search finds text in the searched fields, in any case, and treats wildcards as plain characters [S7.CLG.2]', async () => {
  const person = await newPerson();
  await person.save([
    { Name: 'Zoë 100%', EmailAddress: 'zoe@example.test' },
    { Name: 'Ana_Maria', Project: 'Seaview', country: 'Peru' },
    { Name: 'Анна', ad_name: 'Spring ad', campaign_name: 'Summer' },
    { Name: 'back\\slash', form_name: 'Brochure', id: '987654321' },
  ]);
  const found = async (search: string) => (await person.names({ search })).join(', ');
  expect(await found('ZOË')).toBe('Zoë 100%');
  expect(await found('EXAMPLE.t')).toBe('Zoë 100%');
  expect(await found('%')).toBe('Zoë 100%');
  expect(await found('a_m')).toBe('Ana_Maria');
  expect(await found('n__m')).toBe('');
  expect(await found('seaview')).toBe('Ana_Maria');
  expect(await found('анна')).toBe('Анна');
  expect(await found('spring')).toBe('Анна');
  expect(await found('summer')).toBe('Анна');
  expect(await found('k\\s')).toBe('back\\slash');
  expect(await found('brochure')).toBe('back\\slash');
  expect(await found('7654')).toBe('back\\slash');
  expect(await found(' seaview\u0000 ')).toBe('Ana_Maria');
  expect(await found('peru')).toBe('');
  expect(await person.list({ search: 'an', limit: '1' })).toMatchObject({
    totalItems: 1,
    totalPages: 1,
    nextPage: null,
  });
  expect(await person.list({ search: 'a', limit: '1', page: '2' })).toMatchObject({
    totalItems: 4,
    totalPages: 4,
    nextPage: 3,
  });
});

test('converts values to text and drops unknown keys', async () => {
  const person = await newPerson();
  const row = `{"Number": 7, "Name": "half \\ud800 and nul \\u0000.", "EmailAddress": null, "id": 120210000000000001,
    "is_organic": true, "Status": false, "Project": {"a": [1]}, "platform": "fb", "StartingPrice": 1.50, "UNIX": " 1 ",
    "__proto__": {"country": "injected"}, "constructor": {"prototype": {"x": 1}}, "extra": [[1]], "_id": "mine"}`;
  expect((await person.post(`{"other": [{"leads": []}], "leads": [${row}], "more": 1}`)).status).toBe(200);
  const [lead] = (await person.list()).data;
  expect(lead).toMatchObject({
    Number: '7',
    Name: 'half \ufffd and nul .',
    EmailAddress: '',
    id: '120210000000000001',
    is_organic: 'TRUE',
    Status: 'FALSE',
    Project: '{"a":[1]}',
    platform: 'fb',
    StartingPrice: '1.50',
    UNIX: ' 1 ',
    country: '',
  });
  expect(lead?._id).toMatch(/^[0-9a-f]{24}$/);
  expect(Reflect.get({}, 'country')).toBeUndefined();
});

test('a row with a known id updates the lead in place, and repeated rows add nothing', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const longId = 'x'.repeat(5000);
  const rows = [
    { id: '1', Name: 'Ada' },
    { id: ' 2 ', Name: 'Bob' },
    { id: longId, Name: 'Cleo' },
    { id: '', Name: 'Nobody' },
  ];
  expect((await person.save(rows)).body.data).toEqual({ inserted: 4, updated: 0, unchanged: 0 });
  const before = (await person.list()).data;
  expect((await other.save(rows)).body.data).toEqual({ inserted: 4, updated: 0, unchanged: 0 });
  const again = [{ id: '2', Name: 'Bob again' }, ...rows.slice(0, 3)];
  expect((await person.save(again)).body.data).toEqual({ inserted: 0, updated: 3, unchanged: 4 });
  const after = (await person.list()).data;
  expect(after.map(({ Name }) => Name)).toEqual(['Ada', 'Bob', 'Cleo', 'Nobody']);
  expect(after.map(({ _id, createdAt }) => [_id, createdAt])).toEqual(
    before.map(({ _id, createdAt }) => [_id, createdAt]),
  );
  const isLater = after.map(({ updatedAt }, index) => updatedAt > (before[index]?.updatedAt ?? ''));
  expect(isLater).toEqual([true, true, true, false]);
  // A row without an id and a contact is known by its content.
  expect((await person.save([{ Name: 'Nobody' }])).body.data).toEqual({ inserted: 0, updated: 1, unchanged: 1 });
  expect((await person.save([{ Name: 'Nobody else' }])).body.data).toEqual({ inserted: 1, updated: 0, unchanged: 0 });
  expect(await person.list()).toMatchObject({ totalItems: 5 });
});

test('a large import appears all at once, counts a repeated id once, and updates known leads', async () => {
  const person = await newPerson();
  await person.save([{ id: '7', Name: 'Known' }]);
  const rows = Array.from({ length: 2500 }, (_, index) => ({ id: String(index), Name: `Lead ${index}` }));
  const saved = await person.save([...rows, { id: '3', Name: 'Lead 3 again' }, { Name: 'without id' }]);
  expect(saved.body.data).toEqual({ inserted: 2500, updated: 1, unchanged: 0 });
  const { data, totalItems } = await person.list({ limit: '5' });
  expect(data.map(({ Name }) => Name)).toEqual(['Lead 0', 'Lead 1', 'Lead 2', 'Lead 3 again', 'Lead 4']);
  expect(totalItems).toBe(2501);
  expect((await person.list({ limit: '100', page: '26' })).data.at(-1)).toMatchObject({ id: '7', Name: 'Lead 7' });
  expect((await person.save(rows)).body.data).toEqual({ inserted: 0, updated: 2500, unchanged: 2499 });
});

test('another process completes an accepted import whose process ended, and the import is hidden until then', async () => {
  const person = await newPerson();
  const key = { workspaceId: person.workspaceId, importId: newId() };
  const { db, clock } = api.context;
  const batchOf = (...ids: string[]) =>
    ids.map((id) => ({ identity: leadIdentity(id), values: { ...blank, id, Name: id } }));
  await insertImport(db, key, clock.now());
  for (const [number, ids] of [['a', 'b'], ['c'], ['a', 'd']].entries())
    await insertBatch(db, key, number, batchOf(...ids));
  await db.transaction((tx) => acceptImport(tx, key, person.userId));
  expect(await db.transaction((tx) => applyNextBatch(tx, key))).toBeNull();
  expect(await db.transaction((tx) => applyNextBatch(tx, key))).toBeNull();
  expect(await person.list()).toMatchObject({ data: [], totalItems: 0 });
  expect(await person.list({ search: 'a' })).toMatchObject({ data: [], totalItems: 0 });

  await db.transaction((tx) => abandonImports(tx));
  await api.waitUntil(async () => (await person.list()).totalItems > 0);
  expect(await person.names()).toEqual(['a', 'b', 'c', 'd']);
  expect(await db.transaction((tx) => applyNextBatch(tx, key))).toEqual({ inserted: 4, unchanged: 1 });
});

test('a server with a fast clock does not take over a running import', async () => {
  const person = await newPerson();
  const { db } = api.context;
  const key = { workspaceId: person.workspaceId, importId: newId() };
  await insertImport(db, key, new Date());
  await db.transaction((tx) => acceptImport(tx, key, person.userId));
  const dueAt = () =>
    db.select({ dueAt: customLeadImports.dueAt }).from(customLeadImports).where(eq(customLeadImports.id, key.importId));
  const before = await dueAt();
  await importTick({ ...api.context, clock: { now: () => new Date(Date.now() + 60_000) } }).run();
  expect(await dueAt()).toEqual(before);
});

test('a workspace can run at most three large imports, and abandoned imports are deleted', async () => {
  const person = await newPerson();
  const { db, clock } = api.context;
  // More than a connection can buffer.
  const rows = namesFrom(1, 2001).map((row) => ({ ...row, Project: 'x'.repeat(2000) }));
  const begin = () => insertImport(db, { workspaceId: person.workspaceId, importId: newId() }, clock.now());
  const moveBack = (hours: number) =>
    db
      .update(customLeadImports)
      .set({ dueAt: fromNow(-hours * 3_600) })
      .where(eq(customLeadImports.workspaceId, person.workspaceId));
  // The first import is abandoned: its time to arrive is over.
  await begin();
  await moveBack(1);
  for (let number = 0; number < 2; number += 1) await begin();
  expect((await person.save(rows)).body.data).toEqual({ inserted: 2001, updated: 0, unchanged: 0 });
  await begin();
  expect((await person.save(rows)).status).toBe(429);
  expect((await person.save([{ Name: 'one' }])).status).toBe(200);
  await moveBack(2);
  await deleteOldImports(db, new AbortController().signal);
  expect((await person.save(rows)).status).toBe(200);
});

test('a start with the only access to the database resumes accepted imports and deletes incomplete imports', async () => {
  const person = await newPerson();
  const { db, clock } = api.context;
  const begin = async (): Promise<ImportKey> => {
    const key = { workspaceId: person.workspaceId, importId: newId() };
    await insertImport(db, key, clock.now());
    await insertBatch(db, key, 0, [{ identity: null, values: { ...blank, Name: 'kept' } }]);
    return key;
  };
  await begin();
  const key = await begin();
  await db.transaction((tx) => acceptImport(tx, key, person.userId));
  await resumeImports(api.context);
  await api.waitUntil(async () => (await person.list()).totalItems > 0);
  expect(await person.names()).toEqual(['kept']);
  expect(await countOpenImports(db, person.workspaceId)).toBe(0);
});

test('rejects invalid bodies with the message under both keys, and stores nothing', async () => {
  const person = await newPerson();
  const good = '{"Name": "good"}';
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const invalid = { status: 400, code: 'VALIDATION', message: 'The request is not valid' };
  const badJson = { status: 400, code: 'BAD_JSON', message: 'The request body is not valid JSON' };
  const refusals: [string, { status: number; code: string; message: string }][] = [
    [`{"leads": [${good}, 7]}`, invalid],
    [`{"leads": [${good}, null]}`, invalid],
    [`{"leads": [${good}, []]}`, invalid],
    [`{"leads": {"0": ${good}}}`, invalid],
    [`{"leads": [${good}], "leads": [${good}]}`, invalid],
    ['{"leads": "text"}', invalid],
    [`{"data": [${good}]}`, invalid],
    [`[${good}]`, invalid],
    ['true', invalid],
    [`{"leads": [{"Name": ${deep}}]}`, invalid],
    [`{"leads": [${good}, {"x": [${'1,'.repeat(6000)}1]}]}`, invalid],
    ['', badJson],
    [`{"leads": [${good}`, badJson],
    [`{"leads": [${good},]}`, badJson],
    [`{"leads": [${good}]} ${good}`, badJson],
    [`{"leads": [{"Name": "a\nb"}]}`, badJson],
    ['{"leads": []}', { status: 400, code: 'VALIDATION', message: 'No data found' }],
    [
      JSON.stringify({ leads: [{ Name: 'good' }, { Name: 'x'.repeat(10_001) }] }),
      { status: 400, code: 'VALIDATION', message: 'A value has more than 10,000 characters' },
    ],
    [
      JSON.stringify({ leads: [{ Name: 'good' }, { unknown: 'x'.repeat(3_000_000) }] }),
      { status: 400, code: 'VALIDATION', message: 'A value has more than 10,000 characters' },
    ],
    [
      JSON.stringify({ leads: Array.from({ length: importLimits.rows + 1 }, () => ({})) }),
      { status: 413, code: 'IMPORT_TOO_LARGE', message: 'At most 100,000 rows can be imported at once' },
    ],
  ];
  for (const [body, { status, code, message }] of refusals) {
    const shown = body.slice(0, 80);
    expect([shown, await person.post(body)]).toEqual([
      shown,
      { status, body: { success: false, message, mesage: message, code } },
    ]);
  }
  expect((await person.post('leads', { 'content-type': 'text/csv' })).status).toBe(415);
  expect((await person.post('leads', { 'content-encoding': 'gzip' })).status).toBe(415);
  expect(await person.list()).toMatchObject({ totalItems: 0 });
});

test('a slow client blocks nobody, an oversized body is refused, and a client that disconnects stores nothing', async () => {
  const person = await newPerson();
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
  const send = (more: Record<string, string> = {}) =>
    httpRequest(`${api.url}${path}`, { method: 'POST', headers: { ...headers, ...more } });

  const slow = send();
  slow.write('{"leads": [{"Name": "slow"},');
  const gone = send();
  gone.on('error', () => undefined);
  gone.write('{"leads": [{"Name": "gone"},');
  expect((await api.request(listNotifications, { token: person.token })).status).toBe(200);
  gone.destroy();
  const answered = new Promise<number | undefined>((resolve) => {
    slow.on('response', (response) => resolve(response.resume().statusCode));
  });
  slow.end('{"Name": "steady"}]}');
  expect(await answered).toBe(200);

  const huge = send({ 'content-length': String(importLimits.postedBytes + 1) });
  huge.on('error', () => undefined);
  const refused = new Promise<number | undefined>((resolve) => {
    huge.on('response', (response) => resolve(response.resume().statusCode));
  });
  huge.write('{"leads": [');
  expect(await refused).toBe(413);
  huge.destroy();
  expect(await person.names()).toEqual(['slow', 'steady']);
});

/** A part of a body with a thousand rows, which fill one batch. */
const bodyPart = (number: number): Uint8Array => {
  const rows = JSON.stringify(namesFrom(number * 1000 + 1, (number + 1) * 1000)).slice(1, -1);
  return Buffer.from(`${number === 0 ? '{"leads":[' : ','}${rows}`);
};

/** Counts the stored import rows of a workspace. */
const storedOf = async (workspaceId: WorkspaceId): Promise<typeof nothing | undefined> => {
  const { rows } = await api.context.pool.query<typeof nothing>(
    `select (select count(*) from custom_lead_imports where workspace_id = $1)::int as imports,
      (select count(*) from custom_lead_batches where workspace_id = $1)::int as batches,
      (select count(*) from leads where workspace_id = $1)::int as leads`,
    [workspaceId],
  );
  return rows[0];
};
const nothing = { imports: 0, batches: 0, leads: 0 };

/** Collects unhandled rejections of this process. */
const listenForUnheard = (): unknown[] => {
  const unheard: unknown[] = [];
  const note = (reason: unknown) => void unheard.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  return unheard;
};

test('a large import reports the number of received and stored rows to its client', async () => {
  const { userId, workspaceId, tokenHash, token, post } = await newPerson();
  const socket = openSocket(api.url, { userId, token });
  expect(await socket.handshake).toBeNull();
  const text = Buffer.concat([bodyPart(0), bodyPart(1), Buffer.from(']}')]).toString();
  expect(await post(text, { [importRefHeader]: 'the-first' })).toMatchObject({ status: 200 });
  await api.waitUntil(() => socket.received.some(({ event }) => event === 'import_progress'));
  expect(socket.received[0]).toEqual({
    event: 'import_progress',
    payload: { ref: 'the-first', rowsReceived: 1000, rowsStored: 0 },
  });
  socket.close();

  const told: number[][] = [];
  const onProgress = (...rows: number[]): void => void told.push(rows);
  const body = Readable.from([bodyPart(0), bodyPart(1), Buffer.from(',{"Name":"The last"}]}')]);
  await importPostedLeads(api.context, { userId, workspaceId, tokenHash }, body, { onProgress });
  expect(told).toEqual([
    [1000, 0],
    [2000, 0],
    [2001, 0],
    [2001, 667],
    [2001, 1334],
    [2001, 2001],
  ]);
});

test('a batch that cannot be stored while the body still arrives ends the import and leaves nothing', async () => {
  const { userId, workspaceId, tokenHash } = await newPerson();
  const importId = newId();
  const { db, pool } = api.context;
  const unheard = listenForUnheard();
  const body = async function* () {
    yield bodyPart(0);
    yield bodyPart(1);
    expect(await storedOf(workspaceId)).toMatchObject({ imports: 1 });
    // Occupies the place of the third batch.
    await insertBatch(db, { workspaceId, importId }, 2, [{ identity: null, values: { ...blank, Name: 'in the way' } }]);
    yield bodyPart(2);
    await setImmediate();
    // By now, storing the batch has failed.
    await api.waitUntil(() => pool.totalCount === pool.idleCount);
    yield bodyPart(3);
    yield Buffer.from(']}');
  };
  await expect(
    importPostedLeads(api.context, { userId, workspaceId, tokenHash }, body(), { effectId: importId }),
  ).rejects.toMatchObject({
    cause: { code: '23505' },
  });
  expect(unheard).toEqual([]);
  expect(await storedOf(workspaceId)).toEqual(nothing);
});

test('a body that is cut off while a batch is being stored leaves nothing', async () => {
  const { userId, workspaceId, tokenHash } = await newPerson();
  const { pool } = api.context;
  const unheard = listenForUnheard();
  const holders: PoolClient[] = [];
  let isBroken = false;
  const body = async function* () {
    yield bodyPart(0);
    yield bodyPart(1);
    await api.waitUntil(async () => (await storedOf(workspaceId))?.batches === 2);
    const holder = await pool.connect();
    holders.push(holder);
    await holder.query('begin; lock table custom_lead_batches in share mode');
    yield bodyPart(2);
    // By now, the batch waits for the lock.
    await setImmediate();
    isBroken = true;
    throw new Error('the client is gone');
  };
  const outcome = Promise.allSettled([importPostedLeads(api.context, { userId, workspaceId, tokenHash }, body())]);
  await api.waitUntil(() => isBroken);
  for (const holder of holders) {
    await holder.query('commit');
    holder.release();
  }
  expect(await outcome).toMatchObject([{ status: 'rejected', reason: { message: 'the client is gone' } }]);
  expect(unheard).toEqual([]);
  expect(await storedOf(workspaceId)).toEqual(nothing);
});

test('a person sees and updates only their own leads', async () => {
  const [owner, other] = [await newPerson(), await newPerson()];
  await owner.save([{ id: 'shared', Name: 'Owned' }]);
  await other.save([{ id: 'shared', Name: 'Other' }]);
  expect(await owner.names()).toEqual(['Owned']);
  expect(await owner.names({ search: 'other' })).toEqual([]);
  expect(await other.names()).toEqual(['Other']);
});
