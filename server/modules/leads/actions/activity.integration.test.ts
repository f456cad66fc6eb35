import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { activityKinds } from '#shared/activityKinds.ts';
import type { ActivityKind } from '#shared/activityKinds.ts';
import { erasePerson } from '#shared/contracts/privacy.ts';
import { bulkLimits, undoLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { and, eq, sql } from '#server/database/drizzle.ts';
import { activities, undoLeads } from '#server/database/schema.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { deleteOldLeads } from '#server/modules/privacy/retention/deleteOldLeads.ts';
import { newColleague } from '#server/modules/users/workspaces/testing/newColleague.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { deleteOldActivities, trimActivities } from './activities.store.ts';
import { undo } from './activity.service.ts';
import { actAs, readLeadState, storeLeads } from './testing/activityTests.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Registers a person and stores three leads in each list. */
const newOwner = async () => {
  const person = await api.registerUser();
  const ada = { ...person, ...actAs(api, person) };
  for (const platform of ['facebook', 'tiktok'] as const) await storeLeads(api, ada.workspaceId, platform, [1, 2, 3]);
  await ada.save(
    [1, 2, 3].map((number) => ({ id: `${number}`, Name: `Row ${number}`, EmailAddress: `row${number}@example.test` })),
  );
  return { ...ada, state: () => readLeadState(api, ada.workspaceId) };
};

const idOf = async (answer: Promise<{ body: { data: { activityId: string | null } } }>): Promise<string> => {
  const { activityId } = (await answer).body.data;
  if (activityId === null) throw new Error('No lead was changed');
  return activityId;
};

test('a bulk action changes all leads of a filter, adds an entry to each and notifies all members', async () => {
  const ada = await newOwner();
  const bea = await newColleague(api, ada);
  const asBea = actAs(api, bea);
  await asBea.change('facebook:facebook-1', { statusId: 'won', value: { amount: 12.5, currency: 'EUR' } }, 0);
  await asBea.change('facebook:facebook-2', { statusId: 'contacted' }, 0);
  const socket = openSocket(api.url, bea);
  expect(await socket.handshake).toBeNull();
  const answer = await ada.bulk({ filter: { list: 'facebook' } }, { kind: 'status', statusId: 'contacted' });
  expect([answer.status, answer.body.message]).toEqual([200, '2 leads changed']);
  await api.waitUntil(() => socket.received.some(({ event }) => event === 'leads_changed'));
  socket.close();

  const lead = await asBea.read('facebook:facebook-1');
  expect(lead).toMatchObject({ statusId: 'contacted', value: null, version: 2 });
  const by = { authorName: ada.user.name, note: null };
  expect(lead.entries.slice(0, 2)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...by, kind: 'status', before: 'Won', after: 'Contacted' }),
      expect.objectContaining({ ...by, kind: 'value', before: '12.5 EUR', after: null }),
    ]),
  );
  expect((await asBea.read('facebook:facebook-2')).version).toBe(1);
  expect((await asBea.read('facebook:facebook-3')).respondedAt).not.toBeNull();
  // A change based on the version before the action fails.
  expect((await asBea.change('facebook:facebook-1', { tags: ['hot'] }, 1)).status).toBe(412);

  const [entry] = await asBea.activities();
  expect(entry).toMatchObject({
    kind: 'status',
    given: 'Contacted',
    leads: 2,
    undone: null,
    authorName: ada.user.name,
  });
  const again = await ada.bulk({ filter: { list: 'facebook' } }, { kind: 'status', statusId: 'contacted' });
  expect(again.body).toMatchObject({
    message: messages.activity.done('status', 0),
    data: { activityId: null, changed: 0 },
  });
});

test('undoing random actions in reverse order restores every former state', async () => {
  const ada = await newOwner();
  const bea = await newColleague(api, ada);
  await ada.change(
    'facebook:facebook-1',
    { statusId: 'won', value: { amount: 9, currency: 'EUR' }, note: 'Signed' },
    0,
  );
  await ada.change('tiktok:tiktok-1', { assigneeId: bea.userId, tags: ['hot'] }, 0);
  let imports = 0;
  const lists = fc.constantFrom('facebook', 'tiktok', 'custom', 'facebook,custom');
  const tag = fc.constantFrom('hot', 'cold', 'vip');
  const act = fc.oneof(
    fc.record({ kind: fc.constant('status' as const), statusId: fc.constantFrom('new', 'contacted', 'won', 'junk') }),
    fc.record({ kind: fc.constant('assignee' as const), assigneeId: fc.constantFrom(null, ada.userId, bea.userId) }),
    fc.record({ kind: fc.constant('tags' as const), add: fc.uniqueArray(tag), remove: fc.uniqueArray(tag) }),
    fc.record({ kind: fc.constant('delete' as const) }),
    fc.record({
      kind: fc.constant('import' as const),
      ids: fc.array(fc.constantFrom('1', '2', '3', '4', '5'), { minLength: 1 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(lists, act), { minLength: 1, maxLength: 6 }), async (steps) => {
      const states: string[][] = [];
      const done: string[] = [];
      for (const [list, action] of steps) {
        const before = await ada.state();
        if (action.kind === 'import') {
          imports += 1;
          await ada.save(
            action.ids.map((id) => ({ id, Name: `Import ${imports}`, EmailAddress: `new${id}@example.test` })),
          );
          done.push((await ada.activities())[0]?.id ?? '');
        } else {
          const { activityId } = (await ada.bulk({ filter: { list } }, action)).body.data;
          if (activityId === null) continue;
          done.push(activityId);
        }
        states.push(before);
      }
      for (const id of done.toReversed()) {
        const { status, body } = await ada.undo(id);
        expect([status, body.data.undone?.left]).toEqual([200, 0]);
        expect(await ada.state()).toEqual(states.pop());
      }
    }),
    { numRuns: 40 },
  );
  expect(await api.context.db.$count(undoLeads, eq(undoLeads.workspaceId, ada.workspaceId))).toBe(0);
});

test('undo skips leads that were changed since, lists them, and returns the same response when repeated', async () => {
  const ada = await newOwner();
  const bea = actAs(api, await newColleague(api, ada));
  const id = await idOf(ada.bulk({ filter: {} }, { kind: 'status', statusId: 'junk' }));
  await bea.change('facebook:facebook-2', { note: 'Not junk at all' });
  await bea.change('tiktok:tiktok-3', { statusId: 'qualified' }, 1);
  const undone = await bea.undo(id);
  expect([undone.status, undone.body.message]).toEqual([200, messages.activity.undone(undone.body.data, 7, 2)]);
  expect(undone.body.data.leftLeads).toEqual([
    { id: 'facebook:facebook-2', name: 'facebook 2' },
    { id: 'tiktok:tiktok-3', name: 'tiktok 3' },
  ]);
  expect((await ada.undo(id)).body).toEqual(undone.body);
  const statuses = Object.fromEntries((await ada.list()).map((lead) => [lead.id, lead.statusId]));
  expect(statuses).toMatchObject({
    'facebook:facebook-1': 'new',
    'facebook:facebook-2': 'junk',
    'tiktok:tiktok-3': 'qualified',
  });
  expect((await ada.read('facebook:facebook-1')).entries).toEqual([]);
  // Only one of several simultaneous undos takes effect.
  const second = await idOf(ada.bulk({ ids: ['facebook:facebook-1'] }, { kind: 'tags', add: ['hot'], remove: [] }));
  const answers = await Promise.all(Array.from({ length: 10 }, () => ada.undo(second)));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await ada.read('facebook:facebook-1')).version).toBe(4);
});

test('reads do not bring back deleted leads; an undo restores them with their work', async () => {
  const ada = await newOwner();
  await ada.change('facebook:facebook-1', { statusId: 'won', note: 'Signed', tags: ['hot'] }, 0);
  const before = await ada.state();
  const ids = ['facebook:facebook-1', 'facebook:facebook-2', 'facebook:no-such'];
  const answer = await ada.bulk({ ids }, { kind: 'delete' });
  expect(answer.body.message).toBe('2 leads deleted');
  expect(await storeLeads(api, ada.workspaceId, 'facebook', [1, 2])).toMatchObject({ inserted: 0, leftOut: 2 });
  expect(await ada.list({ list: 'facebook' })).toHaveLength(1);
  const undone = await ada.undo(await idOf(Promise.resolve(answer)));
  expect(undone.body.data.undone).toMatchObject({ restored: 2, left: 0 });
  expect(await ada.state()).toEqual(before);
  expect((await ada.read('facebook:facebook-1')).version).toBe(1);
  expect(await storeLeads(api, ada.workspaceId, 'facebook', [1, 2])).toMatchObject({ leftOut: 0 });
});

test('undo skips a deleted row that was imported again', async () => {
  const ada = await newOwner();
  const deletion = await idOf(ada.bulk({ filter: { list: 'custom' } }, { kind: 'delete' }));
  await ada.save([{ id: '2', Name: 'Row 2 again' }]);
  const { body } = await ada.undo(deletion);
  expect(body.data.undone).toMatchObject({ restored: 2, left: 1 });
  expect(body.data.leftLeads).toMatchObject([{ name: 'Row 2 again' }]);
  expect((await ada.list({ list: 'custom' })).map(({ name }) => name).toSorted()).toEqual([
    'Row 1',
    'Row 2 again',
    'Row 3',
  ]);
});

test('undoing an import deletes its new rows and restores the former values of updated rows', async () => {
  const ada = await newOwner();
  const before = await ada.state();
  // Enough rows for several batches, with repeated ids.
  const rows = Array.from({ length: 2_500 }, (_, index) => ({ id: `${(index % 2_400) + 1}`, Name: `Wrong ${index}` }));
  expect((await ada.save(rows)).body.data).toMatchObject({ inserted: 2_397, updated: 3 });
  const [first] = await ada.activities();
  expect(first).toMatchObject({ kind: 'import', leads: 2_397, updated: 3 });
  expect((await ada.undo(first?.id ?? '')).body.data.undone).toMatchObject({ restored: 2_400, left: 0 });
  expect(await ada.state()).toEqual(before);

  await ada.save([{ id: '1', Name: 'Wrong 1' }, { id: '7', Name: 'Wrong 7' }, { Name: 'Wrong 8' }]);
  const [second] = await ada.activities();
  const [kept] = await ada.list({ search: 'Wrong 7' });
  await ada.change(kept?.id ?? '', { note: 'A real person' });
  await ada.save([{ id: '1', Name: 'Right 1' }]);
  const { body } = await ada.undo(second?.id ?? '');
  expect(body.data.undone).toMatchObject({ restored: 1, left: 2 });
  expect(body.data.leftLeads.map(({ name }) => name)).toEqual(['Right 1', 'Wrong 7']);
  expect((await ada.list({ search: 'Wrong' })).map(({ name }) => name)).toEqual(['Wrong 7']);
});

test('an erased row stays erased after a later import of it is undone', async () => {
  const ada = await newOwner();
  await api.request(erasePerson, { token: ada.token, body: { email: 'row1@example.test' } });
  const before = await ada.state();
  expect(before.filter((row) => row.startsWith('mark '))).toHaveLength(1);
  await ada.save([{ id: '1', Name: 'Row 1', EmailAddress: 'row1@example.test' }]);
  expect((await ada.state()).filter((row) => row.startsWith('mark '))).toEqual([]);
  await ada.undo((await ada.activities())[0]?.id ?? '');
  expect(await ada.state()).toEqual(before);
});

test('erasing a person also deletes their undo data, and no undo brings the person back', async () => {
  const ada = await newOwner();
  await ada.save([{ id: '2', Name: 'Somebody else', EmailAddress: 'other@example.test' }]);
  const update = (await ada.activities())[0]?.id ?? '';
  const tagged = await idOf(
    ada.bulk({ ids: ['tiktok:tiktok-1'] }, { kind: 'tags', add: ['like row2@example.test'], remove: [] }),
  );
  const deletion = await idOf(ada.bulk({ filter: { list: 'facebook' } }, { kind: 'delete' }));
  for (const email of ['row2@example.test', 'facebook2@example.test'])
    expect((await api.request(erasePerson, { token: ada.token, body: { email } })).status).toBe(200);
  const kept = JSON.stringify([
    await api.context.db.select().from(undoLeads).where(eq(undoLeads.workspaceId, ada.workspaceId)),
    await api.context.db.select().from(activities).where(eq(activities.workspaceId, ada.workspaceId)),
  ]);
  expect(kept).not.toMatch(/row2@|facebook2@/);
  expect((await ada.undo(deletion)).body.data.undone).toMatchObject({ restored: 2, left: 0 });
  expect((await ada.undo(update)).body.data.undone).toMatchObject({ restored: 0, left: 0 });
  // The erasure also removed the tag, so nothing is left to undo.
  expect((await ada.undo(tagged)).status).toBe(409);
  const names = (await ada.list()).map(({ name }) => name);
  expect(names).not.toContain('facebook 2');
  expect(names).toContain('Somebody else');
});

test('undo does not restore leads that exceed the retention', async () => {
  const ada = await newOwner();
  const kept = { ...api.context, env: { ...api.context.env, LEAD_RETENTION_DAYS: 1 } };
  const first = await idOf(ada.bulk({ filter: { list: 'facebook' } }, { kind: 'delete' }));
  const second = await idOf(ada.bulk({ filter: { list: 'tiktok' } }, { kind: 'delete' }));
  expect((await undo(kept, { ...ada, role: 'owner', tokenHash: hashSecret(ada.token) }, first)).undone).toMatchObject({
    restored: 0,
    left: 0,
  });
  await deleteOldLeads(kept, new AbortController().signal);
  const { workspaceId, activityId } = undoLeads;
  const isOld = and(eq(workspaceId, ada.workspaceId), eq(activityId, second));
  expect(await api.context.db.$count(undoLeads, isOld)).toBe(0);
});

test('invalid bulk actions are rejected with a message and change nothing', async () => {
  const ada = await newOwner();
  const before = await ada.state();
  const tags = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
  await ada.change('facebook:facebook-1', { tags }, 0);
  const refusals = [
    [{}, { kind: 'delete' }, 400, messages.activity.selectionMissing],
    [{ ids: ['facebook:facebook-1'], filter: {} }, { kind: 'delete' }, 400, messages.activity.selectionMissing],
    [{ filter: {} }, { kind: 'status', statusId: 'no-such' }, 400, messages.leadWork.unknownStatus],
    [{ filter: {} }, { kind: 'assignee', assigneeId: 'no-such' }, 400, messages.leadWork.unknownAssignee],
    [{ filter: {} }, { kind: 'tags', add: ['one more'], remove: [] }, 400, messages.activity.tooManyTags(20)],
    [{ ids: ['facebook:no-such'] }, { kind: 'delete' }, 404, messages.server.notFound],
    [
      { ids: Array.from({ length: bulkLimits.ids + 1 }, () => 'a:1') },
      { kind: 'delete' },
      400,
      messages.validation.invalidField('ids'),
    ],
  ] as const;
  for (const [selection, action, status, message] of refusals) {
    const answer = await ada.bulk(
      selection as Parameters<typeof ada.bulk>[0],
      action as Parameters<typeof ada.bulk>[1],
    );
    expect([answer.status, answer.body.message]).toEqual([status, message]);
  }
  await ada.change('facebook:facebook-1', { tags: [] }, 1);
  expect((await ada.list()).every(({ tags: own }) => own.length === 0)).toBe(true);
  expect((await ada.state()).filter((row) => !row.startsWith('entry '))).toEqual(before);
});

test('only owners can delete leads', async () => {
  const ada = await newOwner();
  const bea = actAs(api, await newColleague(api, ada));
  const { status, body } = await bea.bulk({ filter: {} }, { kind: 'delete' });
  expect([status, body.message]).toEqual([403, messages.workspaces.ownersOnly]);
  expect(await ada.list()).toHaveLength(9);
  expect((await bea.bulk({ filter: {} }, { kind: 'status', statusId: 'junk' })).status).toBe(200);
});

test('the older of two actions on the same leads can be undone only after the newer one, and its preview shows why', async () => {
  const ada = await newOwner();
  const before = await ada.state();
  const older = await idOf(ada.bulk({ filter: { list: 'facebook' } }, { kind: 'status', statusId: 'contacted' }));
  const newer = await idOf(ada.bulk({ filter: { list: 'facebook' } }, { kind: 'status', statusId: 'won' }));
  const between = await ada.state();
  expect((await ada.preview(older)).body.data).toEqual({ restored: 0, left: 3 });
  const refused = await ada.undo(older);
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'NOTHING_TO_UNDO',
    messages.activity.nothingToUndo,
  ]);
  expect(await ada.state()).toEqual(between);
  expect((await ada.preview(newer)).body.data).toEqual({ restored: 3, left: 0 });
  expect(await ada.state()).toEqual(between);
  expect((await ada.undo(newer)).body.data.undone).toMatchObject({ restored: 3, left: 0 });
  expect((await ada.undo(older)).body.data.undone).toMatchObject({ restored: 3, left: 0 });
  expect(await ada.state()).toEqual(before);
});

test('members cannot undo deletions and imports, but owners can', async () => {
  const ada = await newOwner();
  const bea = actAs(api, await newColleague(api, ada));
  const acts: Record<ActivityKind, () => Promise<unknown>> = {
    status: () => ada.bulk({ filter: {} }, { kind: 'status', statusId: 'won' }),
    assignee: () => ada.bulk({ filter: {} }, { kind: 'assignee', assigneeId: ada.userId }),
    tags: () => ada.bulk({ filter: {} }, { kind: 'tags', add: ['hot'], remove: [] }),
    delete: () => ada.bulk({ filter: { list: 'tiktok' } }, { kind: 'delete' }),
    import: () => ada.save([{ id: 'new', Name: 'New', EmailAddress: 'new@example.test' }]),
  };
  const allowed: [ActivityKind, string, number][] = [];
  for (const kind of activityKinds) {
    await acts[kind]();
    const id = (await ada.activities())[0]?.id ?? '';
    const state = await ada.state();
    const [preview, undone] = [await bea.preview(id), await bea.undo(id)];
    expect(preview.status).toBe(undone.status);
    const isRefused = undone.status === 403;
    expect((await ada.state()).join() === state.join()).toBe(isRefused);
    allowed.push([kind, 'member', undone.status]);
    if (isRefused) allowed.push([kind, 'owner', (await ada.undo(id)).status]);
  }
  expect(allowed).toEqual([
    ['status', 'member', 200],
    ['assignee', 'member', 200],
    ['tags', 'member', 200],
    ['delete', 'member', 403],
    ['delete', 'owner', 200],
    ['import', 'member', 403],
    ['import', 'owner', 200],
  ]);
});

test('the undo message distinguishes restored from removed leads', async () => {
  const ada = await newOwner();
  const undoNewest = async () => (await ada.undo((await ada.activities())[0]?.id ?? '')).body.message;
  await ada.save([{ id: 'x', Name: 'X' }]);
  expect(await undoNewest()).toBe('Undone: 1 lead removed');
  await ada.save([{ id: '1', Name: 'Other' }]);
  expect(await undoNewest()).toBe('Undone: 1 lead restored');
  await ada.save([
    { id: 'y', Name: 'Y' },
    { id: '1', Name: 'Other' },
  ]);
  expect(await undoNewest()).toBe('Undone: 2 leads removed or restored');
  await ada.bulk({ filter: { list: 'tiktok' } }, { kind: 'delete' });
  expect(await undoNewest()).toBe('Undone: 3 leads restored');
});

test('other workspaces cannot see or undo an action, or change leads with one', async () => {
  const ada = await newOwner();
  const stranger = actAs(api, await api.registerUser());
  const id = await idOf(ada.bulk({ filter: {} }, { kind: 'status', statusId: 'junk' }));
  const before = await ada.state();
  expect((await stranger.undo(id)).status).toBe(404);
  expect((await stranger.activity(id)).status).toBe(404);
  expect(await stranger.activities()).toEqual([]);
  expect((await stranger.bulk({ ids: ['facebook:facebook-1'] }, { kind: 'delete' })).status).toBe(404);
  expect((await stranger.bulk({ filter: {} }, { kind: 'delete' })).body.data.changed).toBe(0);
  expect(await ada.state()).toEqual(before);
});

test('a repeated bulk request takes effect once', async () => {
  const ada = await newOwner();
  const again = () =>
    ada.bulk({ filter: {} }, { kind: 'tags', add: ['hot'], remove: [] }, { 'Idempotency-Key': 'one click' });
  const answers = await Promise.all([again(), again(), again()]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await ada.list()).map(({ version }) => version)).toEqual(Array.from({ length: 9 }, () => 1));
});

test('undo data is deleted after a week or beyond the row limit', async () => {
  const ada = await newOwner();
  const { db } = api.context;
  const rows = () => db.$count(undoLeads, eq(undoLeads.workspaceId, ada.workspaceId));
  const old = await idOf(ada.bulk({ filter: {} }, { kind: 'status', statusId: 'junk' }));
  const signal = new AbortController().signal;
  const daysLater = (days: number) => new Date(Date.now() + days * 86_400_000);
  await deleteOldActivities(db, daysLater(undoLimits.days - 0.1), signal);
  expect(await rows()).toBe(9);
  await deleteOldActivities(db, daysLater(undoLimits.days + 0.1), signal);
  expect(await rows()).toBe(0);
  const late = await ada.undo(old);
  expect([late.status, late.body.code]).toEqual([409, 'UNDO_EXPIRED']);
  expect((await ada.activities())[0]).toMatchObject({ id: old, undoableUntil: null });

  await ada.bulk({ filter: {} }, { kind: 'status', statusId: 'contacted' });
  const newest = await idOf(ada.bulk({ filter: {} }, { kind: 'status', statusId: 'qualified' }));
  const isNewest = sql`${activities.workspaceId} = ${ada.workspaceId} and ${activities.id} = ${newest}`;
  await db.update(activities).set({ leads: undoLimits.keptRows }).where(isNewest);
  await db.transaction((tx) => trimActivities(tx, ada.workspaceId));
  expect(await rows()).toBe(9);
  const open = (await ada.activities()).filter(({ undoableUntil }) => undoableUntil !== null);
  expect(open.map(({ id }) => id)).toEqual([newest]);
  await deleteOldActivities(db, daysLater(undoLimits.activitiesKeptDays + 1), signal);
  expect(await ada.activities()).toEqual([]);
});
