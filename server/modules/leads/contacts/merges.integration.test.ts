import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { listSamePerson, mergeLeads, unmergeLead } from '#shared/contracts/duplicates.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { changeLead, getWorkedLead, listWorkedLeads } from '#shared/contracts/leadWork.ts';
import type { LeadDetail, WorkedLead, WorkedLeadsQuery } from '#shared/contracts/leadWork.ts';
import { listLeads } from '#shared/contracts/leads.ts';
import { erasePerson } from '#shared/contracts/privacy.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { sql } from '#server/database/drizzle.ts';
import { deleteLeads } from '#server/modules/leads/store/deleteLeads.store.ts';
import { upsertLeads } from '#server/modules/leads/store/leads.store.ts';
import { newLead } from '#server/modules/leads/testing/newLead.ts';
import { newColleague } from '#server/modules/users/workspaces/testing/newColleague.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { newPersonWithLeads, readRows, runSequence, sequences } from './testing/mergeSequences.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const read = async ({ token }: TestPerson, id: string): Promise<LeadDetail> =>
  (await api.request(getWorkedLead, { token, params: { id } })).body.data;
const list = async ({ token }: TestPerson, query: WorkedLeadsQuery = {}): Promise<WorkedLead[]> =>
  (await api.request(listWorkedLeads, { token, query })).body.data;
const change = async (person: TestPerson, id: string, body: BodyOf<typeof changeLead>) => {
  const { version } = await read(person, id);
  const headers = { 'If-Match': `"${version}"` };
  return api.request(changeLead, { token: person.token, params: { id }, body, headers });
};
const separate = ({ token }: TestPerson, id: string) => api.request(unmergeLead, { token, params: { id } });
const samePerson = async ({ token }: TestPerson, id: string) =>
  (await api.request(listSamePerson, { token, params: { id } })).body;

type Take = BodyOf<typeof mergeLeads>['take'];

/** Merges leads at their current versions. */
const merge = async (person: TestPerson, into: string, from: readonly string[], take?: Take) => {
  const { version } = await read(person, into);
  const others = await Promise.all(from.map(async (id) => ({ id, version: (await read(person, id)).version })));
  const body = { into, from: others, ...(take ? { take } : {}) };
  return api.request(mergeLeads, { token: person.token, body, headers: { 'If-Match': `"${version}"` } });
};

const [won, contacted, noted, untouched] = ['facebook:lead-0', 'facebook:lead-1', 'facebook:lead-3', 'facebook:lead-4'];

test('the surviving lead has the tags, notes and changes of all merged leads', async () => {
  const ada = await newPersonWithLeads(api);
  const answer = await merge(ada, contacted, [won, noted]);
  expect([answer.status, answer.body.message]).toEqual([200, messages.duplicates.merged]);
  const { data } = answer.body;
  // The surviving lead keeps its status and takes over the missing assignee. Only a won lead has a value.
  expect(data).toMatchObject({
    statusId: 'contacted',
    assigneeId: ada.userId,
    value: null,
    tags: ['vip', 'north', 'hot'],
  });
  const happened = data.entries.map(({ kind, note, after, mergedLead }) => [kind, note ?? after, mergedLead]);
  expect(happened).toEqual(
    expect.arrayContaining([
      ['merged', 'Ada Example', undefined],
      ['note', 'Called', undefined],
      ['note', 'Only a note', noted],
      ['value', '120.5 EUR', won],
    ]),
  );
  expect((await list(ada)).map(({ id }) => id)).not.toEqual(expect.arrayContaining([won]));
  const { totalItems } = (await api.request(listWorkedLeads, { token: ada.token })).body;
  expect(totalItems).toBe(4);
  // The platform list still shows the leads as they arrived.
  expect((await api.request(listLeads.facebook, { token: ada.token })).body.totalItems).toBe(6);
  expect(await read(ada, won)).toMatchObject({ mergedInto: contacted, statusId: 'won', tags: ['hot', 'vip'] });
  const { merged, total } = await samePerson(ada, contacted);
  expect(merged.map(({ id, mergedBy, into }) => [id, mergedBy, into])).toEqual([
    [noted, ada.user.name, contacted],
    [won, ada.user.name, contacted],
  ]);
  expect(total).toBe(3);
});

test('the person chooses which lead provides the status, assignee and value', async () => {
  const ada = await newPersonWithLeads(api);
  const { data } = (await merge(ada, contacted, [won, noted], { status: won, assignee: noted })).body;
  expect(data).toMatchObject({ statusId: 'won', assigneeId: null, value: { amount: 120.5, currency: 'EUR' } });
  const refused = await merge(ada, untouched, ['facebook:lead-2'], { status: untouched, value: 'facebook:lead-2' });
  expect([refused.status, refused.body.message]).toEqual([400, messages.duplicates.onlyWonHasValue]);
  const foreign = await merge(ada, untouched, ['facebook:lead-2'], { status: won });
  expect([foreign.status, foreign.body.message]).toEqual([400, messages.duplicates.takenFromOther]);
});

test('only one of several simultaneous merges of the same leads succeeds; the others get an error', async () => {
  const ada = await newPersonWithLeads(api);
  const bea = await newColleague(api, ada);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0 ? merge(ada, won, [contacted]) : merge(bea, contacted, [won]),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { body } of refused) expect(body.code).toMatch(/^(?:CHANGED_MEANWHILE|LEAD_MERGED)$/);
  expect(await list(ada)).toHaveLength(5);
  const separations = await Promise.all(Array.from({ length: 6 }, () => separate(bea, won)));
  expect(separations.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(separations.filter(({ status }) => status === 412)).toHaveLength(5);
});

test('a repeated request merges once', async () => {
  const ada = await newPersonWithLeads(api);
  const body = { into: untouched, from: [{ id: 'facebook:lead-5', version: 0 }] };
  const again = () =>
    api.request(mergeLeads, {
      token: ada.token,
      body,
      headers: { 'If-Match': '"0"', 'Idempotency-Key': 'one click' },
    });
  expect((await again()).body).toEqual((await again()).body);
  expect((await read(ada, untouched)).entries).toHaveLength(1);
});

test('later changes stay with the surviving lead after a separation, and the message lists them', async () => {
  const ada = await newPersonWithLeads(api);
  const before = await read(ada, won);
  await merge(ada, contacted, [won], { status: won });
  await change(ada, contacted, { statusId: 'lost', tags: ['vip', 'north', 'hot', 'new'], note: 'Not interested' });
  const { body } = await separate(ada, won);
  expect(body.message).toBe(messages.duplicates.separatedExcept('note, status, tags, value'));
  expect(body.data).toMatchObject({ statusId: 'lost', value: null, assigneeId: null, tags: ['vip', 'north', 'new'] });
  expect(body.data.entries[0]).toMatchObject({ kind: 'separated', before: 'note, status, tags, value' });
  expect(await read(ada, won)).toEqual(before);
});

test('merges into one lead can be undone in any order', async () => {
  const ada = await newPersonWithLeads(api);
  const before = await readRows(api, ada);
  await merge(ada, untouched, [contacted]);
  await merge(ada, untouched, [won], { status: won });
  const { data } = (await separate(ada, contacted)).body;
  // The later merge also changed the status. Both merged leads have the tag "vip".
  expect(data).toMatchObject({ statusId: 'won', value: { amount: 120.5, currency: 'EUR' }, tags: ['vip', 'hot'] });
  await separate(ada, won);
  expect(await readRows(api, ada)).toEqual(before);
});

test('a page that shows the merged lead cannot change the separated one', async () => {
  const ada = await newPersonWithLeads(api);
  const { version } = (await merge(ada, contacted, [won])).body.data;
  await separate(ada, won);
  for (let count = 0; count < 3; count += 1) await change(ada, contacted, { tags: [`${count}`] });
  const stale = await api.request(changeLead, {
    token: ada.token,
    params: { id: contacted },
    body: { tags: [] },
    headers: { 'If-Match': `"${version}"` },
  });
  expect(stale.status).toBe(412);
});

test('a merged lead can only be changed and separated through the visible lead', async () => {
  const ada = await newPersonWithLeads(api);
  await merge(ada, contacted, [won]);
  await merge(ada, noted, [contacted]);
  const changed = await change(ada, won, { note: 'Lost?' });
  expect([changed.status, changed.body.code, changed.body.message]).toEqual([
    409,
    'LEAD_MERGED',
    messages.leadWork.isMerged,
  ]);
  const inner = await separate(ada, won);
  expect([inner.status, inner.body.message]).toEqual([409, messages.duplicates.outerFirst('Ada Example')]);
  const again = await merge(ada, untouched, [contacted]);
  expect([again.status, again.body.message]).toEqual([409, messages.duplicates.alreadyMerged('Ada Example')]);
  expect((await read(ada, won)).mergedInto).toBe(noted);
  expect((await separate(ada, contacted)).status).toBe(200);
  expect((await read(ada, won)).mergedInto).toBe(contacted);
  // One request for the surviving lead separates all its leads.
  expect((await separate(ada, contacted)).status).toBe(200);
  expect(await list(ada)).toHaveLength(6);
  const notMerged = await separate(ada, won);
  expect([notMerged.status, notMerged.body.message]).toEqual([412, messages.duplicates.notMerged]);
});

test('rejects a merge that exceeds the tag limit, and a merge of a lead with itself', async () => {
  const ada = await newPersonWithLeads(api);
  const many = Array.from({ length: leadWorkLimits.tags }, (_, index) => `tag ${index}`);
  await change(ada, noted, { tags: many });
  const tags = await merge(ada, contacted, [noted]);
  expect([tags.status, tags.body.message]).toEqual([409, messages.duplicates.tooManyTags(22, leadWorkLimits.tags)]);
  const itself = await merge(ada, contacted, [contacted]);
  expect([itself.status, itself.body.message]).toEqual([400, messages.duplicates.twice]);
  const stranger = await api.registerUser();
  const foreign = await api.request(mergeLeads, {
    token: stranger.token,
    body: { into: won, from: [{ id: contacted, version: 1 }] },
    headers: { 'If-Match': '"1"' },
  });
  expect(foreign.status).toBe(404);
  for (const id of [won, 'facebook:', 'no-such'])
    expect([(await separate(stranger, id)).status, (await samePerson(stranger, id)).code]).toEqual([404, 'NOT_FOUND']);
});

test('random sequences of merges and separations restore every row', async () => {
  const ada = await newPersonWithLeads(api);
  const before = await readRows(api, ada);
  await fc.assert(
    fc.asyncProperty(sequences, (sequence) => runSequence(api, ada, sequence)),
    { numRuns: 8 },
  );
  expect(await readRows(api, ada)).toEqual(before);
});

test('erasing a person deletes their merged leads, entries and contacts', async () => {
  const ada = await api.registerUser();
  const { token } = ada;
  const grace = { Name: 'Grace Hopper', EmailAddress: 'grace@example.test' };
  await api.request(saveCustomLeads, {
    token,
    body: { leads: [grace, { Name: 'G. H.', Number: '+49 171 2345678' }, { Name: 'Joan' }] },
  });
  const all = await list(ada);
  const idOf = (name: string): string => all.find((lead) => lead.name === name)?.id ?? '';
  await merge(ada, idOf('G. H.'), [idOf('Grace Hopper')]);
  await merge(ada, idOf('Joan'), [idOf('G. H.')]);
  await separate(ada, idOf('G. H.'));
  await change(ada, idOf('Joan'), { note: 'Stays' });
  expect((await api.request(erasePerson, { token, body: { email: 'grace@example.test' } })).status).toBe(200);
  // The lead that was merged with Grace's lead is also erased.
  expect((await list(ada)).map(({ name }) => name)).toEqual(['Joan']);
  expect((await read(ada, idOf('Joan'))).entries.map(({ kind }) => kind)).toEqual(['note']);
  const left = (await readRows(api, ada)).filter((row) => /^lead_(?:contacts|merges|work|entries) /.test(row));
  expect(left.map((row) => row.split(' ')[0])).toEqual(['lead_contacts', 'lead_entries', 'lead_work']);
});

test('leads become visible again when the lead that they were merged into is deleted', async () => {
  const ada = await newPersonWithLeads(api);
  const { db } = api.context;
  await merge(ada, won, [contacted, noted]);
  await merge(ada, untouched, [won]);
  const drop = (id: string) =>
    db.transaction((tx) =>
      deleteLeads(
        tx,
        { workspaceId: ada.workspaceId, list: 'facebook' },
        { ids: sql`select ${id}::text`, reason: null, now: new Date() },
      ),
    );
  await drop('lead-0');
  expect((await list(ada)).map(({ id }) => id).toSorted()).toEqual(
    [contacted, 'facebook:lead-2', noted, untouched, 'facebook:lead-5'].toSorted(),
  );
  await merge(ada, untouched, [contacted]);
  await drop('lead-4');
  const { totalItems } = (await api.request(listWorkedLeads, { token: ada.token })).body;
  expect([totalItems, (await list(ada)).length]).toEqual([4, 4]);
  expect((await read(ada, contacted)).mergedInto).toBeUndefined();
});

test('marks and counts the leads of a merged person', async () => {
  const ada = await api.registerUser();
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour));
  const lead = (number: number, email: string, phone: string) =>
    newLead(`${number}`, { contact: { name: `Lead ${number}`, email, phone }, createdAt: at(number) });
  const store = (...leads: ReturnType<typeof lead>[]) =>
    api.context.db.transaction((tx) => upsertLeads(tx, ada.workspaceId, 'facebook', leads, new Date()));
  await store(lead(1, 'a@example.test', ''), lead(2, 'b@example.test', '+49 171 2345678'));
  await merge(ada, 'facebook:1', ['facebook:2']);
  await store(lead(3, '', '0171 2345678'), lead(4, 'a@example.test', '+491712345678'));
  const marks = async () => (await list(ada)).map(({ id, personLeads }) => [id, personLeads]);
  // A national number is unusable without a country.
  expect(await marks()).toEqual([
    ['facebook:4', 2],
    ['facebook:3', undefined],
    ['facebook:1', undefined],
  ]);
  expect((await list(ada, { duplicates: 'true' })).map(({ id }) => id)).toEqual(['facebook:4']);
  expect((await samePerson(ada, 'facebook:1')).data.map(({ id }) => id)).toEqual(['facebook:4']);
  await merge(ada, 'facebook:4', ['facebook:1']);
  expect(await list(ada, { duplicates: 'true' })).toEqual([]);
  expect(await marks()).toEqual([
    ['facebook:4', undefined],
    ['facebook:3', undefined],
  ]);
});
