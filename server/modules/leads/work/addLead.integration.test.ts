import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLead } from '#shared/contracts/leadWork.ts';
import type { EditableValues } from '#shared/customLeadColumns.ts';
import { messages } from '#shared/messages.ts';
import { actAs, storeLeads } from '#server/modules/leads/actions/testing/activityTests.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const newPerson = async () => {
  const person = await api.registerUser();
  const { token } = person;
  return {
    ...person,
    ...actAs(api, person),
    add: (values: EditableValues, headers = {}) => api.request(createLead, { token, body: { values }, headers }),
  };
};

test('a repeated request adds a lead once, and the list finds the lead', async () => {
  const ada = await newPerson();
  const values = { Name: ' Grace <b> ', Number: '0171 2345678', campaign_name: 'Fair' };
  const add = () => ada.add(values, { 'Idempotency-Key': 'one click' });
  const [first, second] = await Promise.all([add(), add()]);
  expect([first.status, first.body.message, second.body]).toEqual([200, messages.leadWork.added, first.body]);
  const { data } = first.body;
  expect(data).toMatchObject({
    list: 'custom',
    name: 'Grace <b>',
    phone: '0171 2345678',
    campaignName: 'Fair',
    version: 0,
  });
  expect(data.entries).toMatchObject([{ kind: 'added', authorName: ada.user.name }]);
  expect((await ada.list({ search: 'grace' })).map(({ id }) => id)).toEqual([data.id]);
  // An import recognizes the lead by its generated id.
  const id = data.answers.find(({ name }) => name === 'id')?.values[0] ?? '';
  expect((await ada.save([{ id, Name: 'Grace Hopper' }])).body.data).toMatchObject({ inserted: 0, updated: 1 });
});

test('an edit of a custom lead adds an entry for each column and requires the version', async () => {
  const ada = await newPerson();
  const { id } = (await ada.add({ Name: 'Grace', EmailAddress: 'grace@example.test' })).body.data;
  const edit = { values: { Name: 'Grace Hopper', EmailAddress: '', country: 'US' } };
  expect((await ada.change(id, edit)).status).toBe(400);
  const { data } = (await ada.change(id, edit, 0)).body;
  expect(data).toMatchObject({ name: 'Grace Hopper', email: '', version: 1, respondedAt: null });
  const edited = data.entries.filter(({ kind }) => kind === 'edited');
  expect(edited.map(({ note, before, after }) => [note, before, after])).toEqual(
    expect.arrayContaining([
      ['Name', 'Grace', 'Grace Hopper'],
      ['EmailAddress', 'grace@example.test', null],
      ['Country', null, 'US'],
    ]),
  );
  expect(edited).toHaveLength(3);
  expect((await ada.list({ search: 'hopper' })).map((lead) => lead.id)).toEqual([id]);
  expect((await ada.change(id, { values: { Name: 'Somebody' } }, 0)).status).toBe(412);
  expect((await ada.change(id, { values: { Name: 'Grace Hopper' } }, 1)).body.data.version).toBe(1);
});

test('rejects invalid leads and edits with a message', async () => {
  const ada = await newPerson();
  await storeLeads(api, ada.workspaceId, 'facebook', [1]);
  const platform = await ada.change('facebook:facebook-1', { values: { Name: 'Me' } }, 0);
  expect([platform.status, platform.body.message]).toEqual([400, messages.leadWork.onlyCustom]);
  const empty = await ada.add({ country: 'DE', Name: '  ' });
  expect([empty.status, empty.body.message]).toEqual([400, messages.leadWork.contactMissing]);
  for (const values of [{ id: '1', Name: 'A' }, { other: 'x' }, { Name: 'x'.repeat(10_001) }, { Name: 1 }])
    expect((await ada.add(values as EditableValues)).status).toBe(400);
  expect(await ada.list({ list: 'custom' })).toEqual([]);
});

test('matches an added lead with its person, also after an edit', async () => {
  const ada = await newPerson();
  await storeLeads(api, ada.workspaceId, 'facebook', [1, 2]);
  const repeated = async () => (await ada.list({ duplicates: 'true' })).map(({ id }) => id);
  const { id } = (await ada.add({ Name: 'Grace', EmailAddress: 'Facebook1@example.test' })).body.data;
  expect(await repeated()).toEqual([id]);
  await ada.change(id, { values: { EmailAddress: 'grace@example.test' } }, 0);
  expect(await repeated()).toEqual([]);
  await ada.change(id, { values: { EmailAddress: 'facebook2@example.test' } }, 1);
  expect(await repeated()).toEqual([id]);
});
