import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasePerson } from '#shared/contracts/privacy.ts';
import type { LeadFilterQuery } from '#shared/contracts/leadWork.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { actAs, readLeadState, storeLeads } from './testing/activityTests.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const [first, second, third] = ['facebook:facebook-1', 'facebook:facebook-2', 'facebook:facebook-3'] as const;

/** A person with three form leads and two imported leads that repeat the first two. */
const newOwner = async () => {
  const person = await api.registerUser();
  const ada = { ...person, ...actAs(api, person) };
  await storeLeads(api, ada.workspaceId, 'facebook', [1, 2, 3]);
  await ada.save(
    [1, 2].map((number) => ({
      id: `${number}`,
      Name: `Row ${number}`,
      EmailAddress: `facebook${number}@example.test`,
      Status: number === 1 ? 'Won' : '',
    })),
  );
  const rows = await ada.list({ list: 'custom' });
  const idOf = (name: string): string => rows.find((row) => row.name === name)?.id ?? '';
  return { ...ada, row1: idOf('Row 1'), row2: idOf('Row 2'), state: () => readLeadState(api, ada.workspaceId) };
};

const ids = (leads: readonly { id: string }[]): string[] => leads.map(({ id }) => id).toSorted();

test('deleting a lead also deletes the leads merged into it, and an undo restores all of them', async () => {
  const ada = await newOwner();
  await ada.change(ada.row1, { tags: ['vip'], note: 'Called' }, 0);
  await ada.merge(first, ada.row1);
  await ada.merge(third, ada.row2);
  await ada.separate(ada.row2);
  const [before, shown, repeats] = [await ada.state(), await ada.list(), await ada.list({ duplicates: 'true' })];
  expect(ids(repeats)).toEqual([ada.row2]);

  const answer = await ada.bulk({ filter: { list: 'facebook' } }, { kind: 'delete' });
  expect(answer.body.message).toBe('3 leads deleted');
  expect(ids(await ada.list())).toEqual([ada.row2]);
  expect(await ada.list({ duplicates: 'true' })).toEqual([]);
  const { body } = await ada.undo(answer.body.data.activityId ?? '');
  expect(body.data.undone).toMatchObject({ restored: 3, left: 0 });
  expect(await ada.state()).toEqual(before);
  expect(await ada.list()).toEqual(shown);
  expect(await ada.list({ duplicates: 'true' })).toEqual(repeats);
  expect((await ada.separate(ada.row1)).status).toBe(200);
  expect(await ada.read(ada.row1)).toMatchObject({ tags: ['vip'], statusId: 'won', version: 1 });
});

test('undo separates a merged lead whose other lead was imported again', async () => {
  const ada = await newOwner();
  await ada.merge(ada.row1, first);
  await ada.merge(second, ada.row2);
  const { activityId } = (await ada.bulk({ ids: [ada.row1, second] }, { kind: 'delete' })).body.data;
  await ada.save([
    { id: '1', Name: 'Row 1' },
    { id: '2', Name: 'Row 2' },
  ]);
  const { body } = await ada.undo(activityId ?? '');
  expect(body.data.undone).toMatchObject({ restored: 2, left: 2 });
  const leads = await ada.list();
  expect(leads.map(({ name }) => name).toSorted()).toEqual([
    'Row 1',
    'Row 2',
    'facebook 1',
    'facebook 2',
    'facebook 3',
  ]);
  expect((await ada.state()).filter((row) => /^(?:merge|shown as) /.test(row))).toEqual([]);
  expect((await ada.read(second)).entries).toEqual([]);
});

test('bulk actions and undo skip leads that were merged since', async () => {
  const ada = await newOwner();
  const status = { kind: 'status', statusId: 'contacted' } as const;
  const { activityId } = (await ada.bulk({ filter: {} }, status)).body.data;
  expect((await ada.read(ada.row1)).entries[0]).toMatchObject({ before: 'Won', after: 'Contacted' });
  await ada.merge(first, ada.row1);
  const tags = { kind: 'tags' as const, add: ['hot'], remove: [] };
  expect((await ada.bulk({ ids: [ada.row1] }, tags)).status).toBe(404);
  expect((await ada.bulk({ ids: [ada.row1, third] }, tags)).body.data.changed).toBe(1);
  expect((await ada.read(ada.row1)).tags).toEqual([]);
  const { body } = await ada.undo(activityId ?? '');
  // The tags of the third lead have changed since.
  expect(body.data.undone).toMatchObject({ restored: 2, left: 3 });
  expect(body.data.leftLeads.map(({ id }) => id).toSorted()).toEqual([ada.row1, first, third].toSorted());
});

test('undoing an import skips a merged row and matches a restored row with its person again', async () => {
  const ada = await newOwner();
  await ada.save([
    { id: '2', Name: 'Row 2', EmailAddress: 'other@example.test' },
    { id: '5', Name: 'Row 5', EmailAddress: 'facebook3@example.test' },
    { id: '6', Name: 'Row 6', EmailAddress: 'facebook3@example.test' },
  ]);
  const row5 = (await ada.list()).find(({ name }) => name === 'Row 5')?.id ?? '';
  expect(ids(await ada.list({ duplicates: 'true' }))).not.toContain(ada.row2);
  await ada.merge(third, row5);
  const [activity] = await ada.activities();
  const { body } = await ada.undo(activity?.id ?? '');
  expect(body.data).toMatchObject({ undone: { restored: 2, left: 1 }, leftLeads: [{ id: row5, name: 'Row 5' }] });
  expect(ids(await ada.list({ duplicates: 'true' }))).toEqual([ada.row1, ada.row2].toSorted());
  expect((await ada.state()).filter((row) => row.startsWith('contact '))).toHaveLength(6);
});

test('erasing a person also erases deleted leads that were merged with a lead of the person', async () => {
  const ada = await newOwner();
  await ada.change(ada.row1, { values: { EmailAddress: 'private@example.test' } }, 0);
  expect(ids(await ada.list({ duplicates: 'true' }))).toEqual([ada.row2]);
  await ada.merge(first, ada.row1);
  const { activityId } = (await ada.bulk({ ids: [first, second] }, { kind: 'delete' })).body.data;
  const erased = await api.request(erasePerson, { token: ada.token, body: { email: 'private@example.test' } });
  expect(erased.status).toBe(200);
  const { body } = await ada.undo(activityId ?? '');
  expect(body.data.undone).toMatchObject({ restored: 1, left: 0 });
  expect(ids(await ada.list())).toEqual([second, third, ada.row2].toSorted());
});

test('an action on a filter changes exactly the leads that the list shows', async () => {
  const ada = await newOwner();
  await ada.change(first, { statusId: 'won', tags: ['hot'], assigneeId: ada.userId }, 0);
  await ada.change(second, { note: 'Called' });
  await ada.merge(third, ada.row2);
  const some = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
  const filters = fc.record({
    list: some('facebook', 'custom', 'facebook,custom'),
    status: some('new', 'won', 'new,won', 'contacted'),
    assignee: some('none', ada.userId),
    tag: some('hot'),
    since: some('2026-11-01', '2026-11-20'),
    answer: some({ question: 'Status', answer: 'Won' }),
    search: some('row', 'facebook', '1'),
    duplicates: some('true' as const),
    response: some('waiting' as const, 'overdue' as const),
  });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(filters, async ({ answer, ...filter }) => {
      round += 1;
      const asked: LeadFilterQuery = JSON.parse(JSON.stringify({ ...filter, ...answer }));
      const shown = await ada.list(asked);
      const tag = `round ${round}`;
      const { changed, activityId } = (await ada.bulk({ filter: asked }, { kind: 'tags', add: [tag], remove: [] })).body
        .data;
      expect(changed).toBe(shown.length);
      expect(ids(await ada.list({ tag }))).toEqual(ids(shown));
      if (activityId !== null) await ada.undo(activityId);
    }),
    { numRuns: 60 },
  );
});
