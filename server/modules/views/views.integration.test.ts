import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '#shared/contracts/privacy.ts';
import { createView, deleteView, listViews, updateView } from '#shared/contracts/views.ts';
import type { View } from '#shared/contracts/views.ts';
import { viewsPerPerson } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { newColleague } from '#server/modules/users/workspaces/testing/newColleague.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const paused = { screen: 'campaigns', name: 'Paused', query: 'status=paused', isShared: false, isDefault: false };

const list = async ({ token }: TestPerson): Promise<View[]> =>
  (await api.request(listViews, { token, query: { screen: 'campaigns' } })).body.data;
const save = ({ token }: TestPerson, view: Partial<View> = {}) =>
  api.request(createView, { token, body: { ...paused, ...view } });
const saved = async (person: TestPerson, view: Partial<View> = {}): Promise<View> =>
  (await save(person, view)).body.data;
const change = ({ token }: TestPerson, id: string, body: Partial<View>) =>
  api.request(updateView, { token, params: { id }, body });
const remove = ({ token }: TestPerson, id: string) => api.request(deleteView, { token, params: { id } });
const defaultOf = async (person: TestPerson): Promise<string | undefined> =>
  (await list(person)).find(({ isDefault }) => isDefault)?.name;

test('a person can save, list by name, change and delete views', async () => {
  const ada = await api.registerUser();
  const { status, body } = await save(ada, { name: '  Paused  ' });
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      message: messages.views.saved,
      data: { ...paused, id: expect.any(String), isOwn: true, ownerName: ada.user.name, updatedAt: expect.any(String) },
    },
  ]);
  await save(ada, { name: 'All ads', query: 'level=ad&period=last30Days' });
  expect((await list(ada)).map(({ name }) => name)).toEqual(['All ads', 'Paused']);
  const changed = await change(ada, body.data.id, { name: 'Stopped', query: '' });
  expect(changed.body.data).toMatchObject({ name: 'Stopped', query: '', isShared: false });
  expect((await remove(ada, body.data.id)).body.message).toBe(messages.views.deleted);
  expect((await list(ada)).map(({ name }) => name)).toEqual(['All ads']);
});

test('a shared view is visible to the whole workspace, and only its owner can change it', async () => {
  const ada = await api.registerUser();
  const bea = await newColleague(api, ada);
  const own = await saved(ada, { name: 'Own' });
  const shared = await saved(ada, { name: 'Shared', isShared: true });
  expect(await list(bea)).toEqual([{ ...shared, isOwn: false }]);
  for (const { id, status } of [
    { id: own.id, status: 404 },
    { id: shared.id, status: 403 },
  ])
    expect([(await change(bea, id, { query: '' })).status, (await remove(bea, id)).status]).toEqual([status, status]);
  expect(await list(ada)).toEqual([own, shared]);
  await change(ada, shared.id, { isShared: false });
  expect(await list(bea)).toEqual([]);
});

test('each person has one default view, their own or a shared one', async () => {
  const ada = await api.registerUser();
  const bea = await newColleague(api, ada);
  const one = await saved(ada, { name: 'One', isShared: true, isDefault: true });
  const other = await saved(ada, { name: 'Other', isDefault: true });
  expect([await defaultOf(ada), await defaultOf(bea)]).toEqual(['Other', undefined]);
  expect((await change(bea, one.id, { isDefault: true })).status).toBe(200);
  expect([await defaultOf(ada), await defaultOf(bea)]).toEqual(['Other', 'One']);
  await change(ada, other.id, { isDefault: false });
  expect([await defaultOf(ada), await defaultOf(bea)]).toEqual([undefined, 'One']);
  await change(ada, one.id, { isDefault: true });
  await change(ada, one.id, { isShared: false });
  await change(ada, one.id, { isShared: true });
  expect([await defaultOf(ada), await defaultOf(bea)]).toEqual(['One', undefined]);
  await remove(ada, one.id);
  expect(await defaultOf(ada)).toBeUndefined();
});

test('a view name is unique per person, in any letter case', async () => {
  const ada = await api.registerUser();
  const bea = await newColleague(api, ada);
  await save(ada);
  const other = await saved(ada, { name: 'Other' });
  const refusal = { success: false, code: 'VALIDATION', message: messages.views.nameTaken };
  for (const answer of [await save(ada, { name: 'PAUSED' }), await change(ada, other.id, { name: 'paused' })])
    expect([answer.status, answer.body]).toEqual([400, { ...refusal, fields: { name: messages.views.nameTaken } }]);
  expect((await change(ada, other.id, { name: 'OTHER' })).status).toBe(200);
  expect((await save(bea)).status).toBe(200);
});

test('a repeated request saves one view', async () => {
  const ada = await api.registerUser();
  const again = () =>
    api.request(createView, { token: ada.token, body: paused, headers: { 'Idempotency-Key': 'one click' } });
  expect((await again()).body).toEqual((await again()).body);
  expect(await list(ada)).toHaveLength(1);
});

test.each([
  { name: '' },
  { name: 'x'.repeat(101) },
  { query: `search=${'x'.repeat(4096)}` },
  { query: 'status' },
  { query: '?status=paused' },
  { query: '<script>' },
  { screen: 'overview' },
])('a view is refused with a message: %o', async (view) => {
  const ada = await api.registerUser();
  const { status, body } = await api.request(createView, { token: ada.token, body: { ...paused, ...view } });
  expect([status, body]).toEqual([400, expect.objectContaining({ code: 'VALIDATION', message: expect.any(String) })]);
});

test('a person can have at most a hundred views, even with simultaneous requests', async () => {
  const ada = await api.registerUser();
  for (let index = 3; index < viewsPerPerson; index += 1) await save(ada, { name: `View ${index}` });
  const answers = await Promise.all([1, 2, 3, 4, 5].map((index) => save(ada, { name: `Last ${index}` })));
  expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body.message)).toEqual([
    messages.views.tooMany,
    messages.views.tooMany,
  ]);
});

test('strangers see no view, and deleting an account deletes its views', async () => {
  const ada = await api.registerUser();
  const stranger = await api.registerUser();
  const { id } = await saved(ada, { isShared: true });
  expect(await list(stranger)).toEqual([]);
  for (const unknown of [id, 'no-such-id'])
    expect([(await change(stranger, unknown, { name: 'x' })).status, (await remove(stranger, unknown)).status]).toEqual(
      [404, 404],
    );
  const bea = await newColleague(api, ada);
  await api.request(deleteAccount, { token: ada.token, body: { email: ada.user.email } });
  await api.waitUntil(async () => (await list(bea)).length === 0);
});
