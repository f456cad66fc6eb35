import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import { listLeads } from '#shared/contracts/leads.ts';
import { listWorkedLeads } from '#shared/contracts/leadWork.ts';
import { erasePerson } from '#shared/contracts/privacy.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { and, eq, sql } from '#server/database/drizzle.ts';
import { leadContacts, leadCounts, leads } from '#server/database/schema.ts';
import { actAs, readLeadState } from '#server/modules/leads/actions/testing/activityTests.ts';
import { lockCustomLeads } from '#server/modules/leads/imported/customLeads.store.ts';
import { leadIdentity } from '#server/modules/leads/imported/rowIdentity.ts';
import { findLeftOutRows } from '#server/modules/leads/imported/erasedRows.store.ts';
import { checkLeadCounts } from '#server/modules/operator/checks/leadCounts.ts';
import { deleteOldLeads } from '#server/modules/privacy/retention/deleteOldLeads.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { isSomebodyWaiting } from '#testing/database/isSomebodyWaiting.ts';
import { upsertLeads } from './store/leads.store.ts';
import { openLeadTable } from './table/leadTable.ts';
import { newLead } from './testing/newLead.ts';
import { holdWork } from './work/changes.store.ts';
import { readPublicId } from './work/leadKey.ts';
import { findWorkedLead } from './work/leadWork.store.ts';
import { readLeadStep } from './work/statuses/leadStep.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ env: { LEAD_RETENTION_DAYS: '365' } });
});
afterAll(() => api.close());

const emptyRow = Object.fromEntries(customLeadKeys.map((key) => [key, ''])) as CustomLeadValues;
const plainId = '1234567890123456';
const formLead = `facebook:${plainId}`;
const row = { id: `l:${plainId}`, Name: 'Ada from the file', EmailAddress: 'file@example.test', Status: 'Won' };
const submitted = new Date(Date.now() - 3 * 86_400_000);

const newOwner = async () => {
  const person = await api.registerUser();
  const { token, workspaceId } = person;
  const { context } = api;
  const store = (ids: string[], platform: 'facebook' | 'tiktok' = 'facebook', name = 'Ada Form') =>
    context.db.transaction((tx) =>
      upsertLeads(
        tx,
        workspaceId,
        platform,
        ids.map((id) =>
          newLead(id, {
            contact: { name, email: `form${id}@example.test`, phone: '+491712345678' },
            createdAt: submitted,
          }),
        ),
        new Date(),
      ),
    );
  const readLists = async (query: Record<string, string> = {}) => {
    const forms = (await api.request(listLeads.facebook, { token, query })).body;
    const imported = (await api.request(listCustomLeads, { token, query })).body.data;
    return { forms, imported };
  };
  /** The ids and totals of both lists. */
  const lists = async (query: Record<string, string> = {}) => {
    const { forms, imported } = await readLists(query);
    return [
      [forms.totalItems, ...forms.data.map(({ leadId }) => leadId)],
      [imported.totalItems, ...imported.data.map(({ _id }) => _id)],
    ];
  };
  const contacts = () => context.db.$count(leadContacts, eq(leadContacts.workspaceId, workspaceId));
  const exported = async (list: 'facebook' | 'custom') => {
    const table = await openLeadTable(context, workspaceId, { list });
    return (await table.readRows(await table.listIds())).map((text) => JSON.parse(text) as unknown[]);
  };
  const importedLeft = async (values: Partial<CustomLeadValues>) =>
    context.db.transaction(async (tx) => {
      await lockCustomLeads(tx, workspaceId);
      const given = [{ identity: leadIdentity(values.id ?? ''), values: { ...emptyRow, ...values } }];
      return (await findLeftOutRows(tx, workspaceId, given)).size;
    });
  const state = () => readLeadState(api, workspaceId);
  return { ...person, ...actAs(api, person), store, readLists, lists, contacts, exported, importedLeft, state };
};
type Owner = Awaited<ReturnType<typeof newOwner>>;

const expectTrueCounts = async (): Promise<void> =>
  expect(await checkLeadCounts(api.context.pool)).toMatchObject({ state: 'ok' });

/** A form lead that a file brought again. */
const newOwnerOfBoth = async (): Promise<Owner> => {
  const ada = await newOwner();
  await ada.store([plainId]);
  expect((await ada.save([row])).body.data).toEqual({ inserted: 1, updated: 0, unchanged: 0 });
  return ada;
};

test('a row with the id of a form lead adds this lead to the imported list and keeps the data of its platform', async () => {
  const ada = await newOwnerOfBoth();
  expect(await ada.lists()).toEqual([
    [1, plainId],
    [1, plainId],
  ]);
  // The list of the platform finds the data of the platform. The imported list also finds the values of the row.
  for (const search of ['ada form', plainId])
    expect([search, await ada.lists({ search })]).toEqual([search, await ada.lists()]);
  for (const search of ['ada from', 'file@example'])
    expect([search, await ada.lists({ search })]).toEqual([search, [[0], [1, plainId]]]);
  const { forms, imported } = await ada.readLists();
  expect(forms.data[0]).toMatchObject({ createdAt: submitted.toISOString(), field_data: { 'full name': 'Ada Form' } });
  expect(imported.data[0]).toMatchObject(row);
  expect(await ada.list()).toMatchObject([{ id: formLead, name: 'Ada Form', statusId: 'new' }]);
  expect(await ada.list({ duplicates: 'true' })).toEqual([]);
  expect(await ada.contacts()).toBe(1);
  expect((await ada.exported('facebook')).map((cells) => cells.slice(0, 2))).toEqual([[plainId, 'Ada Form']]);
  expect((await ada.exported('custom')).map((cells) => cells[customLeadKeys.indexOf('Name')])).toEqual([row.Name]);
  await expectTrueCounts();

  // The id with another prefix names the same lead, and of two rows for it, the last wins.
  const again = [
    { ...row, id: plainId, Name: 'First' },
    { ...row, id: `ag:${plainId}`, Name: 'Last' },
  ];
  expect((await ada.save(again)).body.data).toMatchObject({ inserted: 0, updated: 1 });
  expect((await ada.readLists()).imported.data).toMatchObject([{ Name: 'Last' }]);
  await expectTrueCounts();
});

test('a row does not name a form lead by another id, a row of a sheet, or a lead of another workspace', async () => {
  const [ada, ben] = [await newOwner(), await newOwner()];
  await ada.store([plainId]);
  await ada.save([
    { ...row, id: `x:${plainId}` },
    { ...row, id: `${plainId}0` },
    { ...row, id: '' },
  ]);
  await ben.save([row]);
  expect((await ada.lists()).map(([total]) => total)).toEqual([1, 3]);
  expect((await ben.lists()).map(([total]) => total)).toEqual([0, 1]);
});

test('an edit of a form lead in the imported list changes only the imported values', async () => {
  const ada = await newOwnerOfBoth();
  const edit = { values: { Name: 'Edited', Number: '0171' } };
  expect((await ada.change(formLead, edit, 0)).status).toBe(200);
  expect((await ada.readLists()).imported.data).toMatchObject([{ Name: 'Edited', Number: '0171' }]);
  expect(await ada.readLists().then(({ forms }) => forms.data)).toMatchObject([
    { field_data: { 'full name': 'Ada Form', phone_number: '+491712345678' } },
  ]);
  expect(await ada.list()).toMatchObject([{ name: 'Ada Form', phone: '+491712345678' }]);
  expect((await ada.read(formLead)).values).toEqual({ ...row, Name: 'Edited', Number: '0171' });
});

test.each(['first', 'last'])(
  'the other columns of a row stay with a form lead that was collected %s',
  async (order) => {
    const ada = await newOwner();
    const withAnswers = { ...row, answers: { Budget: '450000', Town: 'Porto' } };
    if (order === 'first') await ada.store([plainId]);
    await ada.save([withAnswers]);
    if (order === 'last') await ada.store([plainId]);
    const shown = async () => {
      const { answers, values } = await ada.read(formLead);
      const own = answers.filter(({ name }) => ['full_name', 'Budget', 'Town'].includes(name));
      return [values, Object.fromEntries(own.map(({ name, values: [value] }) => [name, value]))];
    };
    expect(await shown()).toEqual([row, { full_name: 'Ada Example', Budget: '450000', Town: 'Porto' }]);
    const { version } = await ada.read(formLead);
    await ada.change(formLead, { values: { Name: 'Edited' } }, version);
    await ada.store([plainId], 'facebook', 'Collected again');
    await ada.save([{ ...withAnswers, answers: { Budget: '500000' } }]);
    const expected = { full_name: 'Ada Example', Budget: '500000', Town: 'Porto' };
    expect(await shown()).toEqual([{ ...row, Name: 'Edited' }, expected]);
    const { body } = await api.request(listLeads.facebook, { token: ada.token });
    expect(body.data).toMatchObject([{ field_data: { 'full name': 'Collected again' } }]);
    expect((await api.request(erasePerson, { token: ada.token, body: { email: 'file@example.test' } })).status).toBe(
      200,
    );
    expect((await ada.lists()).map(([total]) => total)).toEqual([0, 0]);
  },
);

test('only the platform of a form lead says whether it is a test', async () => {
  const ada = await newOwnerOfBoth();
  const marked = [
    { ...row, isTest: true },
    { ...row, id: '7777', isTest: true },
  ];
  await ada.save(marked);
  const tests = async () => (await ada.list()).map(({ id, isTest }) => [id, isTest]);
  expect((await tests()).map(([, isTest]) => isTest)).toEqual([true, false]);
  await ada.store([plainId, '7777'], 'facebook', 'Ada Married');
  expect((await tests()).map(([, isTest]) => isTest)).toEqual([false, false]);
});

test('the filter Imported of All leads shows form leads that a file brought', async () => {
  const ada = await newOwnerOfBoth();
  await ada.store(['1', '2']);
  await ada.save([{ id: 'other', Name: 'Ben' }]);
  const listed = async (query: Parameters<Owner['list']>[0]) =>
    (await ada.list(query)).map(({ name }) => name).toSorted();
  for (const sort of ['arrival', 'activity', 'name'] as const) {
    expect(await listed({ list: 'custom', sort })).toEqual(['Ada Form', 'Ben']);
    expect(await listed({ list: 'custom,facebook', sort })).toHaveLength(4);
    expect(await listed({ list: 'custom,tiktok', sort })).toHaveLength(2);
    expect(await listed({ list: 'facebook', sort })).toHaveLength(3);
  }
  expect(await listed({ list: 'custom', search: 'ada' })).toEqual(['Ada Form']);
  const total = async (list: string) =>
    (await api.request(listWorkedLeads, { token: ada.token, query: { list } })).body.totalItems;
  expect([await total('custom'), await total('custom,facebook'), await total('facebook,tiktok')]).toEqual([2, 4, 3]);
});

test('undo of an import takes a form lead from the imported list only, and keeps a lead that was edited since', async () => {
  const ada = await newOwner();
  await ada.store([plainId]);
  await ada.change(formLead, { note: 'Called before' }, 0);
  const withoutTime = async () => (await ada.state()).map((text) => text.replace(/"updated_at": "[^"]*"/, ''));
  const before = await withoutTime();
  await ada.save([row]);
  await ada.change(formLead, { tags: ['vip'] }, 1);
  await ada.change(formLead, { tags: [] }, 2);
  const [activity] = await ada.activities();
  expect((await ada.undo(activity?.id ?? '')).body.data.undone).toMatchObject({ restored: 1, left: 0 });
  expect(await ada.lists()).toEqual([[1, plainId], [0]]);
  const leadOf = (state: string[]) => state.filter((text) => /^(?:lead|count|contact|note)/.test(text));
  expect(leadOf(await withoutTime())).toEqual(leadOf(before));

  await ada.save([row]);
  const [second] = await ada.activities();
  await ada.save([{ ...row, Name: 'Changed by a second file' }]);
  expect((await ada.undo(second?.id ?? '')).status).toBe(409);
  const [third] = await ada.activities();
  expect((await ada.undo(third?.id ?? '')).body.data.undone).toMatchObject({ restored: 1, left: 0 });
  expect((await ada.readLists()).imported.data).toMatchObject([{ Name: row.Name }]);
  expect(await ada.list()).toMatchObject([{ name: 'Ada Form' }]);
  expect((await ada.undo(second?.id ?? '')).body.data.undone).toMatchObject({ restored: 1, left: 0 });
  expect(await ada.lists()).toEqual([[1, plainId], [0]]);
  await expectTrueCounts();
});

test('an imported lead that a platform collects keeps its status, notes, merges and undo', async () => {
  const ada = await newOwner();
  await ada.save([row, { id: 'other', Name: 'Ben', EmailAddress: 'ben@example.test' }]);
  const idOf = async (name: string) => (await ada.list()).find((lead) => lead.name === name)?.id ?? '';
  const [former, other] = [await idOf(row.Name), await idOf('Ben')];
  await ada.change(former, { note: 'Called' }, 0);
  const tagged = await ada.bulk({ ids: [former] }, { kind: 'tags', add: ['vip'], remove: [] });
  expect((await ada.merge(former, other)).status).toBe(200);

  expect(await ada.store([plainId])).toMatchObject({ inserted: 1, updated: 0 });
  expect(await ada.list()).toMatchObject([
    { id: formLead, name: 'Ada Form', statusId: 'won', tags: ['vip'], createdAt: submitted.toISOString() },
  ]);
  expect((await ada.read(formLead)).entries.map(({ kind }) => kind).toSorted()).toEqual(['merged', 'note', 'tags']);
  expect((await ada.lists()).map(([total]) => total)).toEqual([1, 2]);
  expect((await ada.readLists()).imported.data).toContainEqual(expect.objectContaining({ ...row, _id: plainId }));
  expect(await ada.contacts()).toBe(2);
  await expectTrueCounts();

  expect((await ada.separate(other)).status).toBe(200);
  expect((await ada.list()).map(({ id }) => id).toSorted()).toEqual([other, formLead].toSorted());
  expect((await ada.undo(tagged.body.data.activityId ?? '')).body.data.undone).toMatchObject({ restored: 1, left: 0 });
  expect(await ada.read(formLead)).toMatchObject({ tags: [], statusId: 'won' });
  // Later rows and reads update this lead.
  expect((await ada.save([{ ...row, Name: 'Again' }])).body.data).toEqual({ inserted: 0, updated: 1, unchanged: 0 });
  expect(await ada.store([plainId])).toMatchObject({ inserted: 0, updated: 0, unchanged: 1 });
  expect((await ada.lists()).map(([total]) => total)).toEqual([1, 2]);
});

test('undo of an import ignores what platforms change or collect meanwhile', async () => {
  const ada = await newOwner();
  await ada.store([plainId]);
  await ada.save([row, { ...row, id: '7777', Name: 'Ben' }]);
  const [activity] = await ada.activities();
  await ada.store([plainId, '7777'], 'facebook', 'Ada Married');
  expect((await ada.readLists()).forms.data).toMatchObject([
    { field_data: { 'full name': 'Ada Married' } },
    { field_data: { 'full name': 'Ada Married' } },
  ]);
  expect((await ada.undo(activity?.id ?? '')).body.data.undone).toMatchObject({ restored: 2, left: 0 });
  expect((await ada.lists()).map(([total]) => total)).toEqual([2, 0]);
  await expectTrueCounts();
});

test.each([
  ['without work', 0],
  ['with work', 1],
])('a change of an imported lead %s that a platform collects at that moment ends with 404', async (_, version) => {
  const ada = await newOwner();
  await ada.save([row]);
  const former = (await ada.list())[0]?.id ?? '';
  if (version > 0) await ada.change(former, { statusId: 'contacted' }, 0);
  const { db, pool } = api.context;
  const changing = await db.transaction(async (tx) => {
    await upsertLeads(tx, ada.workspaceId, 'facebook', [newLead(plainId, {})], new Date());
    const answer = ada.change(former, { tags: ['vip'], note: 'Called' }, version);
    await api.waitUntil(() => isSomebodyWaiting(pool));
    return { answer };
  });
  expect((await changing.answer).status).toBe(404);
  expect(await ada.list()).toMatchObject([{ id: formLead, tags: [] }]);
});

test('a platform that collects an imported lead waits for an open change of the lead', async () => {
  const ada = await newOwner();
  await ada.save([row]);
  const former = (await ada.list())[0]?.id ?? '';
  await ada.change(former, { note: 'Called' }, 0);
  const { db, pool } = api.context;
  const collecting = await db.transaction(async (tx) => {
    const key = readPublicId(former);
    if (!key) throw new Error('no key');
    await findWorkedLead(tx, ada.workspaceId, await readLeadStep(tx, ada.workspaceId), key, true);
    const stored = ada.store([plainId]);
    await api.waitUntil(() => isSomebodyWaiting(pool));
    await holdWork(tx, ada.workspaceId, key, new Date());
    return { stored };
  });
  expect(await collecting.stored).toMatchObject({ inserted: 1 });
  expect(await ada.list()).toMatchObject([{ id: formLead }]);
});

test('a merged imported lead that a platform collects stays merged', async () => {
  const ada = await newOwner();
  await ada.save([row, { ...row, id: '7777', Name: 'Ben' }]);
  const [one, two] = (await ada.list()).map(({ id }) => id);
  await ada.merge(one ?? '', two ?? '');
  // Both leads at once.
  await ada.store([plainId, '7777']);
  const shown = await ada.list();
  expect(shown).toHaveLength(1);
  const root = shown[0]?.id ?? '';
  expect([formLead, 'facebook:7777']).toContain(root);
  expect((await ada.separate(root)).status).toBe(200);
  expect((await ada.list()).map(({ id }) => id).toSorted()).toEqual([formLead, 'facebook:7777']);
});

test('a deleted lead leaves both lists and returns to both after undo', async () => {
  const ada = await newOwnerOfBoth();
  const before = await ada.state();
  const { body } = await ada.bulk({ ids: [formLead] }, { kind: 'delete' });
  expect(await ada.lists()).toEqual([[0], [0]]);
  await expectTrueCounts();
  expect(await ada.importedLeft(row)).toBe(1);
  expect(await ada.store([plainId])).toMatchObject({ inserted: 0, leftOut: 1 });
  expect((await ada.undo(body.data.activityId ?? '')).body.data.undone).toMatchObject({ restored: 1, left: 0 });
  expect(await ada.state()).toEqual(before);
  expect(await ada.importedLeft(row)).toBe(0);
  await expectTrueCounts();

  // A lead that a file brought meanwhile has the place in the imported list.
  const second = await ada.bulk({ ids: [formLead] }, { kind: 'delete' });
  await ada.save([row]);
  expect((await ada.undo(second.body.data.activityId ?? '')).body.data.undone).toMatchObject({ restored: 1, left: 0 });
  expect((await ada.lists()).map(([total]) => total)).toEqual([1, 1]);
  expect((await ada.lists())[1]).not.toContain(plainId);
  await expectTrueCounts();
});

test('an erasure finds a form lead by its imported values and deletes the lead from both lists', async () => {
  const ada = await newOwnerOfBoth();
  const erased = await api.request(erasePerson, { token: ada.token, body: { email: row.EmailAddress } });
  expect(erased.body.data.counts).toMatchObject({ leads: 1 });
  expect(await ada.lists()).toEqual([[0], [0]]);
  expect(await ada.importedLeft(row)).toBe(1);
  expect(await ada.store([plainId])).toMatchObject({ inserted: 0, leftOut: 1 });
  await expectTrueCounts();
});

test('retention deletes a form lead by its submission, and a sheet does not bring the row back', async () => {
  const ada = await newOwnerOfBoth();
  const isOwn = eq(leads.workspaceId, ada.workspaceId);
  await api.context.db
    .update(leads)
    .set({ createdAt: sql`now() - interval '366 days'` })
    .where(isOwn);
  await deleteOldLeads(api.context, new AbortController().signal);
  expect(await ada.lists()).toEqual([[0], [0]]);
  expect(await ada.importedLeft(row)).toBe(1);
  expect(await ada.importedLeft({ ...row, Name: 'Another person' })).toBe(0);
  const { total } = leadCounts;
  const isCounted = and(eq(leadCounts.workspaceId, ada.workspaceId), sql`${total} <> 0`);
  expect(await api.context.db.$count(leadCounts, isCounted)).toBe(0);
});
