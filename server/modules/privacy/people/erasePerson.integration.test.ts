import { eq, sql, drizzle } from '#server/database/drizzle.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeLead, createLead } from '#shared/contracts/leadWork.ts';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { deleteAccount, erasePerson, listErasures } from '#shared/contracts/privacy.ts';
import { createSheetSync, listSheetSyncRuns, listSheetSyncs, runSheetSync } from '#shared/contracts/sheetSyncs.ts';
import { removeMember } from '#shared/contracts/workspaces.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { messages } from '#shared/messages.ts';
import { findRequest, storeAnswer, takeKey } from '#server/answers/idempotencyKeys.store.ts';
import * as schema from '#server/database/schema.ts';
import { customLeadBatches, customLeadImports, exportChunks, exports, users, views } from '#server/database/schema.ts';
import { newId } from '#server/lib/ids.ts';
import { toBatchText } from '#server/modules/leads/imported/customLeads.store.ts';
import { reconcileLeadsHandler } from '#server/modules/leads/collect/reconcile/reconcileLeads.handler.ts';
import {
  listAllLeads,
  newPerson,
  newReader,
  leadEventsOf,
  runJob,
  startLeadApi,
} from '#server/modules/leads/testing/leadTests.ts';
import type { Person } from '#server/modules/leads/testing/leadTests.ts';
import { newColleague } from '#server/modules/users/workspaces/testing/newColleague.ts';
import { putSheet, submitLead } from '#testing/sandbox/sandboxControl.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { erasePerson as erasePersonOf } from './erasePerson.ts';
import { insertReceipt } from '#server/modules/privacy/receipts.store.ts';
import { readWholeDatabase } from '#server/modules/privacy/testing/fullAccount.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startLeadApi();
});
afterAll(() => api.close());

const blankLead = () => Object.fromEntries(customLeadKeys.map((key) => [key, ''])) as CustomLeadValues;

const days = { since: '2026-11-01', until: '2026-11-07' };
const email = 'grace.hopper@example.test';
const phone = '+49 171 2345678';

const erase = async ({ token }: Person, person: { email?: string; phone?: string }, headers = {}) =>
  api.request(erasePerson, { token, body: person, headers });
const customNames = async ({ token }: Person): Promise<string[]> =>
  (await api.request(listCustomLeads, { token, query: { limit: '100' } })).body.data.data.map(({ Name }) => Name);
const countsOf = async ({ workspaceId }: Person) => {
  const { rows } = await api.context.db.execute<{ list: string; kept: number; real: number }>(sql`
    select list, total::int as kept,
      (select count(*)::int from leads where workspace_id = ${workspaceId} and leads.list = lead_counts.list) as real
    from lead_counts where workspace_id = ${workspaceId} order by list`);
  return rows;
};
const expectTrueCounts = async (person: Person) => {
  for (const { kept, real } of await countsOf(person)) expect(kept).toBe(real);
};
const readForms = (person: Person, platform: 'facebook' | 'tiktok') =>
  runJob(reconcileLeadsHandler(api.context), { workspaceId: person.workspaceId, platform });

test('a lead is found by address or number in any spelling, even within an answer, and never returns from the platform', async () => {
  const person = await newReader(api, 'facebook');
  const before = await listAllLeads(api, person, 'facebook');
  const fields = (given: Record<string, string>) => ({ full_name: 'Grace', ...given });
  const submitted = [
    await submitLead(api.sandbox, { platform: 'facebook', fields: fields({ email: email.toUpperCase() }) }),
    await submitLead(api.sandbox, { platform: 'facebook', fields: fields({ phone_number: '0171/2345678' }) }),
    await submitLead(api.sandbox, { platform: 'facebook', fields: fields({ your_wish: `Write to <${email}>.` }) }),
  ];
  const other = await submitLead(api.sandbox, { platform: 'facebook', fields: fields({ email: `x${email}` }) });
  await api.waitUntil(async () => (await listAllLeads(api, person, 'facebook')).length === before.length + 4);

  const { status, body } = await erase(person, { email, phone });
  expect([status, body.message]).toEqual([200, messages.privacy.erased]);
  expect(body.data).toMatchObject({ kind: 'person', counts: { leads: 3, lead_events: 3 } });
  expect(body.data.finishedAt).not.toBeNull();
  const left = (await listAllLeads(api, person, 'facebook')).map(({ leadId }) => leadId);
  expect(left).toContain(other.leadId);
  for (const { leadId } of submitted) expect(left).not.toContain(leadId);
  await expectTrueCounts(person);

  // Read all forms in full, as when the platform counts more leads than are stored. Then the platform repeats its
  // notifications.
  await api.context.db.execute(
    sql`update lead_forms set fully_read_at = null, newest_lead_at = null where workspace_id = ${person.workspaceId}`,
  );
  await readForms(person, 'facebook');
  const again = (await listAllLeads(api, person, 'facebook')).map(({ leadId }) => leadId);
  expect(again.toSorted()).toEqual(left.toSorted());
  const { rows } = await api.context.db.execute<{ complete: boolean }>(sql`
    select bool_and((select count(*) from leads where leads.workspace_id = f.workspace_id and leads.form_id = f.form_id) + left_out >= platform_count) as complete
    from lead_forms f where workspace_id = ${person.workspaceId}`);
  expect(rows[0]?.complete).toBe(true);
  expect((await leadEventsOf(api, person)).map(({ leadId }) => leadId)).not.toContain(submitted[0]?.leadId);
});

test('imported leads are searched in every column but the adviser’s, and a synced sheet does not restore them', async () => {
  const person = await newPerson(api);
  const rows = [
    ['id', 'Name', 'EmailAddress', 'Number', 'salesAdvisorContact'],
    ['1', 'by address', email, '', ''],
    ['2', 'by number', '', '0049 171 2345678', ''],
    ['3', 'by name 0171-2345678', '', '', ''],
    ['4', 'adviser', 'kept@example.test', '', phone],
    ['5', 'nobody', 'kept@example.test', '0171 2345679', ''],
  ];
  const url = await putSheet(api.sandbox, 'erase-sheet-of-the-tests-0001', { rows, shared: 'public' });
  const { token } = person;
  await api.request(createSheetSync, { token, body: { url, type: 'meta' } });
  const [sync] = (await api.request(listSheetSyncs, { token })).body.data;
  const id = sync?._id ?? '';
  await api.waitUntil(async () => (await customNames(person)).length === 5);
  const imported = { id: '7', Name: 'imported', EmailAddress: ` ${email}` };
  await api.request(saveCustomLeads, { token, body: { leads: [imported] } });

  expect((await erase(person, { email, phone })).body.data.counts).toEqual({ custom_leads: 4 });
  expect((await customNames(person)).toSorted()).toEqual(['adviser', 'nobody']);
  await expectTrueCounts(person);

  // A changed sheet is stored again.
  await putSheet(api.sandbox, 'erase-sheet-of-the-tests-0001', {
    rows: [...rows, ['6', 'new', '', '', '']],
    shared: 'public',
  });
  await api.request(runSheetSync, { token, params: { id } });
  await api.waitUntil(async () => (await customNames(person)).includes('new'));
  await api.waitUntil(async () => {
    const { body } = await api.request(listSheetSyncRuns, { token, params: { id } });
    return body.data.every(({ state }) => state !== 'running');
  });
  expect((await customNames(person)).toSorted()).toEqual(['adviser', 'new', 'nobody']);
  await expectTrueCounts(person);
});

test('imports, exports and saved views are searched too, and no trace stays in the database', async () => {
  const person = await newPerson(api);
  const { workspaceId } = person;
  const { db, clock } = api.context;
  const lead = (Name: string, EmailAddress: string) => ({
    identity: null,
    values: { ...blankLead(), Name, EmailAddress },
  });
  const later = new Date(clock.now().getTime() + 3_600_000);
  await db
    .insert(customLeadImports)
    .values({ workspaceId, id: 'import', state: 'receiving', createdAt: clock.now(), dueAt: later });
  await db
    .insert(customLeadBatches)
    .values({ workspaceId, importId: 'import', number: 0, rows: toBatchText([lead('Grace', email), lead('Ada', '')]) });
  const ended = { workspaceId, state: 'failed', title: 'Leads', finishedAt: clock.now() } as const;
  await db.insert(exports).values([
    { ...ended, id: 'rows' },
    { ...ended, id: 'search', source: { list: 'custom', search: email } },
    { ...ended, id: 'campaigns', source: { list: 'campaigns', query: { ...days, columns: 'spend', search: email } } },
  ]);
  const saved = { workspaceId, userId: person.userId, screen: 'campaigns', isShared: false } as const;
  await db.insert(views).values([
    {
      ...saved,
      id: 'found',
      name: 'Grace',
      query: new URLSearchParams({ search: email }).toString(),
      updatedAt: later,
    },
    { ...saved, id: 'kept', name: 'Paused', query: 'status=paused', updatedAt: later },
  ]);
  const table = [
    ['Ada', 'ada@example.test', 1],
    ['Grace', email, 2],
    ['Joan', '', 1712345678],
  ];
  await db.insert(exportChunks).values({ workspaceId, exportId: 'rows', number: 0, firstRow: 0, rows: table });

  const { body } = await erase(person, { email, phone });
  expect(body.data.counts).toEqual({ custom_lead_batches: 1, export_chunks: 2, exports: 2, views: 1 });
  expect(await db.$count(views, eq(views.workspaceId, workspaceId))).toBe(1);
  const [chunk] = await db.select().from(exportChunks).where(eq(exportChunks.workspaceId, workspaceId));
  expect(chunk?.rows).toEqual([table[0], [null, null, null], [null, null, null]]);
  const traces = (await readWholeDatabase(api))
    .split('\n')
    .filter((row) => row.toLowerCase().includes(email) && row.includes(workspaceId));
  expect(traces).toEqual([]);
});

test('stored rows are searched one chunk at a time, whatever their number', async () => {
  const { userId, workspaceId } = await newPerson(api);
  const { db, pool, clock } = api.context;
  await db
    .insert(exports)
    .values({ workspaceId, id: 'long', state: 'failed', title: 'Leads', finishedAt: clock.now() });
  const dueAt = new Date(clock.now().getTime() + 3_600_000);
  await db
    .insert(customLeadImports)
    .values({ workspaceId, id: 'long', state: 'receiving', createdAt: clock.now(), dueAt });
  const lead = { identity: null, values: { ...blankLead(), Number: phone } };
  for (const number of [0, 1, 2]) {
    await db
      .insert(exportChunks)
      .values({ workspaceId, exportId: 'long', number, firstRow: number, rows: [['Grace', phone]] });
    await db.insert(customLeadBatches).values({ workspaceId, importId: 'long', number, rows: toBatchText([lead]) });
  }
  const looks: string[] = [];
  const logQuery = (query: string) => void (query.includes('regexp_replace') && looks.push(query));
  const watched = drizzle(pool, { schema, logger: { logQuery } });
  const receipt = await db.transaction(async (tx) => {
    const code = newId();
    await insertReceipt(tx, { code, kind: 'person', userId, requestedAt: clock.now() });
    return code;
  });
  const erased = await erasePersonOf(
    { ...api.context, db: watched },
    { workspaceId, person: { email: null, phone }, receipt },
  );
  expect(erased).toMatchObject({ custom_lead_batches: 3, export_chunks: 3 });
  const overRows = looks.filter((query) => /from "(export_chunks|custom_lead_batches)"/.test(query));
  expect(overRows).toHaveLength(6);
  for (const query of overRows) expect(query).toContain('"number" = ');
});

test('a request that is repeated after the deletion neither returns nor restores the person', async () => {
  const [person, other] = [await newPerson(api), await newPerson(api)];
  const add = ({ token }: Person, key: string, values: object) =>
    api.request(createLead, { token, body: { values }, headers: { 'idempotency-key': key } });
  const grace = { Name: 'Grace', EmailAddress: email };
  const ada = { Name: 'Ada', EmailAddress: 'ada@example.test' };
  for (const of of [person, other]) expect((await add(of, 'grace', grace)).status).toBe(200);
  const kept = await add(person, 'ada', ada);
  const save = () =>
    api.request(saveCustomLeads, {
      token: person.token,
      body: { leads: [grace] },
      headers: { 'idempotency-key': 'import' },
    });
  const saved = await save();

  expect((await erase(person, { email })).body.data.counts).toMatchObject({ idempotency_keys: 1 });
  const repeated = await add(person, 'grace', grace);
  expect(repeated).toMatchObject(nameless);
  expect(JSON.stringify(repeated.body)).not.toContain('Grace');
  expect((await save()).body).toEqual(saved.body);
  expect(await customNames(person)).toEqual(['Ada']);
  expect((await add(person, 'ada', ada)).body).toEqual(kept.body);
  expect((await add(other, 'grace', grace)).status).toBe(200);

  const { rows } = await api.context.db.execute(
    sql`select answer from idempotency_keys where user_id = ${person.userId} and answer::text ilike ${`%${email}%`}`,
  );
  expect(rows).toEqual([]);
});

const nameless = { status: 404, body: { code: 'NOT_FOUND', message: messages.validation.answerErased } };
const beginRequest = async ({ userId }: Pick<Person, 'userId'>) => {
  const lease = { userId, key: newId(), leaseId: newId() };
  expect(await takeKey(api.context.db, lease, 'same')).toBe(true);
  const answer = { text: JSON.stringify({ success: true, data: { EmailAddress: email } }) };
  return {
    end: () => storeAnswer(api.context.db, lease, { fingerprint: 'same', status: 200, answer }),
    stored: () => findRequest(api.context.db, lease),
  };
};

test('the response of a request that runs during the deletion is not stored', async () => {
  const [person, other] = [await newPerson(api), await newPerson(api)];
  const colleague = await newColleague(api, person);
  const during = [await beginRequest(person), await beginRequest(colleague)];
  const ofOther = await beginRequest(other);
  expect((await erase(person, { email })).status).toBe(200);
  const later = await beginRequest(person);
  for (const { end } of [...during, ofOther, later]) await end();
  for (const { stored } of during) {
    const request = await stored();
    expect(request?.status).toBe(404);
    expect(JSON.stringify(request)).not.toContain(email);
  }
  for (const { stored } of [ofOther, later]) expect((await stored())?.status).toBe(200);
});

test('deleting an account removes it from its colleagues’ stored responses', async () => {
  const owner = await newPerson(api);
  const member = await newColleague(api, owner);
  const { token, workspaceId } = member;
  await api.context.db.update(users).set({ name: 'Grace M. Hopper' }).where(eq(users.id, member.userId));
  const add = (key: string) =>
    api.request(createLead, {
      token: owner.token,
      body: { values: { Name: 'Ada' } },
      headers: { 'idempotency-key': key },
    });
  const added = await add('without');
  const id = added.body.data.id;
  const note = (key: string) =>
    api.request(changeLead, {
      token: owner.token,
      params: { id },
      body: { note: 'Called' },
      headers: { 'idempotency-key': key },
    });
  await api.request(changeLead, { token, params: { id }, body: { note: 'Hello' } });
  expect(JSON.stringify((await note('with')).body)).toContain('Grace M. Hopper');
  const during = await beginRequest(owner);

  const { body } = await api.request(deleteAccount, { token, body: { email: member.user.email } });
  expect(body.message).toBe(messages.privacy.accountDeleted([]));
  await during.end();
  expect((await during.stored())?.status).toBe(404);
  expect(await note('with')).toMatchObject(nameless);
  expect((await add('without')).body).toEqual(added.body);
  const traces = (await readWholeDatabase(api)).split('\n').filter((row) => row.includes('Grace M. Hopper'));
  expect(traces.filter((row) => !row.includes(workspaceId))).toEqual([]);
});

test('leaving a workspace deletes the member’s stored responses', async () => {
  const owner = await newPerson(api);
  const member = await newColleague(api, owner);
  const headers = { 'idempotency-key': 'left' };
  await api.request(createLead, {
    token: member.token,
    body: { values: { Name: 'Grace', EmailAddress: email } },
    headers,
  });
  const during = await beginRequest(member);
  await api.request(removeMember, { token: owner.token, params: { id: member.userId } });
  await during.end();
  const { rows } = await api.context.db.execute(
    sql`select answer from idempotency_keys where user_id = ${member.userId} and answer::text like ${`%${email}%`}`,
  );
  expect(rows).toEqual([]);
});

test('a person is erased from the caller’s workspace only, and receipts contain no personal data', async () => {
  const [owner, other] = [await newPerson(api), await newPerson(api)];
  const leads = [{ Name: 'Grace', EmailAddress: email }];
  for (const { token } of [owner, other]) await api.request(saveCustomLeads, { token, body: { leads } });
  const { body } = await erase(owner, { email });
  expect(await customNames(owner)).toEqual([]);
  expect(await customNames(other)).toEqual(['Grace']);

  const list = await api.request(listErasures, { token: owner.token });
  expect(list.body.data).toEqual([body.data]);
  expect(JSON.stringify(list.body)).not.toContain(email);
  expect((await api.request(listErasures, { token: other.token })).body.data).toEqual([]);
});

test('a request repeated with its key has one receipt, and a request without a person is refused', async () => {
  const person = await newPerson(api);
  const headers = { 'idempotency-key': 'once' };
  const [first, second] = [await erase(person, { email }, headers), await erase(person, { email }, headers)];
  expect(first.body.message).toBe(messages.privacy.nothingFound);
  expect(second.body.data).toEqual(first.body.data);
  expect((await api.request(listErasures, { token: person.token })).body.data).toHaveLength(1);

  // A day later the key has expired and identifies a new request.
  const { db } = api.context;
  await db.execute(sql`update idempotency_keys set created_at = created_at - interval '25 hours'`);
  await db.execute(sql`update erasures set requested_at = requested_at - interval '25 hours'`);
  const leads = [{ Name: 'Grace', EmailAddress: email }];
  await api.request(saveCustomLeads, { token: person.token, body: { leads } });
  expect((await erase(person, { email }, headers)).body.data.counts).toEqual({ custom_leads: 1 });
  expect((await api.request(listErasures, { token: person.token })).body.data).toHaveLength(2);

  expect((await erase(person, {})).body.message).toBe(messages.privacy.personMissing);
  expect((await erase(person, { phone: 'call me' })).body.message).toBe(messages.privacy.phoneInvalid);
  expect((await erase(person, { email: 'nobody' })).status).toBe(400);
});
