import { and, count, eq, sql } from '#server/database/drizzle.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { leads, workspaces } from '#server/database/schema.ts';
import { newWorkspaceId } from '#server/lib/WorkspaceId.ts';
import { openTestDatabase } from '#testing/database/openTestDatabase.ts';
import { deleteLeads } from './deleteLeads.store.ts';
import { listStoredLeads, listWholeLeads } from './leadList.store.ts';
import { upsertLeads } from './leads.store.ts';
import type { LeadRow, NewLead } from './leads.store.ts';
import { newLead } from '#server/modules/leads/testing/newLead.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

let database: OpenDatabase;
let workspaceId: WorkspaceId;

const newWorkspace = async (): Promise<WorkspaceId> => {
  const id = newWorkspaceId();
  await database.db.insert(workspaces).values({ id });
  return id;
};

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  workspaceId = await newWorkspace();
});
afterAll(() => database.close());

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute));

const store = (rows: NewLead[], now = at(30), owner = workspaceId) =>
  database.db.transaction((tx) => upsertLeads(tx, owner, 'facebook', rows, now));
const find = async (leadId: string): Promise<LeadRow | undefined> =>
  (await listWholeLeads(database.db, workspaceId, 'facebook', { page: 1, limit: 100 })).rows.find(
    (row) => row.leadId === leadId,
  );

/** The stored lead count and the actual number of leads. */
const totals = async (): Promise<[number, number]> => {
  const { totalItems } = await listStoredLeads(database.db, workspaceId, 'facebook', { page: 1, limit: 1 });
  const [counted] = await database.db
    .select({ total: count() })
    .from(leads)
    .where(and(eq(leads.workspaceId, workspaceId), eq(leads.list, 'facebook')));
  return [totalItems, counted?.total ?? 0];
};

describe('storing leads', () => {
  test('distinguishes new, changed and unchanged leads, and updates only the time of changed leads', async () => {
    expect(await store([newLead('1'), newLead('2')], at(1))).toEqual({
      inserted: 2,
      updated: 0,
      unchanged: 0,
      leftOut: 0,
    });
    const changed = newLead('2', { contact: { name: 'Bo', email: 'bo@example.test', phone: '1' } });
    expect(await store([newLead('1'), changed, newLead('3')], at(2))).toEqual({
      inserted: 1,
      updated: 1,
      unchanged: 1,
      leftOut: 0,
    });
    expect(await find('1')).toMatchObject({ createdAt: at(0), updatedAt: at(1) });
    expect(await find('2')).toMatchObject({ name: 'Bo', createdAt: at(0), updatedAt: at(2) });
    expect(await totals()).toEqual([3, 3]);
  });

  test('stores the last of several leads with the same id', async () => {
    const named = (name: string) => newLead('1', { contact: { name, email: '', phone: '' } });
    expect(await store([named('first'), named('last')])).toEqual({ inserted: 1, updated: 0, unchanged: 0, leftOut: 0 });
    expect(await find('1')).toMatchObject({ name: 'last' });
  });

  test('keeps ids beyond 2^53 and the order of answers, and cleans text that the database cannot store', async () => {
    const answers = [
      { name: 'which_model?', values: ['Coupe, "red"', 'Estate', ''] },
      { name: '__proto__', values: [] },
      { name: 'note', values: ['NUL\u0000 \ud800 😀 \\u0000'] },
    ];
    await store([newLead('900000000000000000001', { answers, formName: 'Zoë’s\u0000 form' })]);
    expect(await find('900000000000000000001')).toMatchObject({
      formName: 'Zoë’s form',
      answers: [answers[0], answers[1], { name: 'note', values: ['NUL \ufffd 😀 \\u0000'] }],
    });
  });

  test('overwrites a row of a TikTok sheet that 2.0 stored', async () => {
    await store([newLead('1', { formName: 'from a sheet' })], at(1));
    await database.db.update(leads).set({ source: 'sheet' }).where(eq(leads.workspaceId, workspaceId));
    expect(await store([newLead('1')], at(3))).toEqual({ inserted: 0, updated: 1, unchanged: 0, leftOut: 0 });
    expect(await find('1')).toMatchObject({ source: 'platform', formName: 'Test drive' });
  });

  test('with several statements is atomic, including the lead count', async () => {
    const many = Array.from({ length: 2_500 }, (_, index) => newLead(String(index)));
    await expect(
      database.db.transaction(async (tx) => {
        await upsertLeads(tx, workspaceId, 'facebook', many, at(1));
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await totals()).toEqual([0, 0]);
    expect(await store(many)).toEqual({ inserted: 2_500, updated: 0, unchanged: 0, leftOut: 0 });
    expect(await totals()).toEqual([2_500, 2_500]);
  });

  test('by parallel writers in any order stores each lead once', async () => {
    const many = Array.from({ length: 300 }, (_, index) => newLead(String(index)));
    const results = await Promise.all(
      [many, many.toReversed(), many.slice(100), many.slice(0, 200).toReversed()].map((rows) => store(rows)),
    );
    expect(results.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(300);
    expect(await totals()).toEqual([300, 300]);
  });

  test('[S6.BEAR.3] of one workspace does not change the same lead of another workspace', async () => {
    const other = await newWorkspace();
    await store([newLead('1')]);
    await store([newLead('1', { formName: 'other' })], at(31), other);
    expect(await find('1')).toMatchObject({ formName: 'Test drive', updatedAt: at(30) });
    expect(await totals()).toEqual([1, 1]);
  });
});

describe('the list', () => {
  test('lists the newest leads first, then by id, with any page size', async () => {
    const rows = Array.from({ length: 95 }, (_, index) =>
      newLead(String(index + 1).padStart(3, '0'), { createdAt: at(index % 7) }),
    );
    await store(rows);
    const expected = rows
      .toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt) || (a.leadId < b.leadId ? 1 : -1))
      .map(({ leadId }) => leadId);
    for (const limit of [1, 10, 32, 95]) {
      const found: string[] = [];
      for (let page = 1; page <= Math.ceil(95 / limit); page += 1)
        found.push(
          ...(await listStoredLeads(database.db, workspaceId, 'facebook', { page, limit })).rows.map(
            ({ leadId }) => leadId,
          ),
        );
      expect([limit, found]).toEqual([limit, expected]);
    }
  });

  test('keeps the order after inserts, deletions and moves, including on pages that were read before', async () => {
    const numbers = Array.from({ length: 40 }, (_, index) => index);
    const lead = (number: number, minute = number) =>
      newLead(`lead-${number}`, { createdAt: at(minute), formName: `form ${minute}` });
    await store(numbers.map((number) => lead(number)));
    const changes: [name: string, change: () => Promise<unknown>][] = [
      ['nothing', async () => undefined],
      ['a newer lead', () => store([lead(50)])],
      [
        'one deleted, an older one stored',
        () =>
          database.db.transaction(async (tx) => {
            await deleteLeads(
              tx,
              { workspaceId, list: 'facebook' },
              { ids: sql`select 'lead-30'`, reason: null, now: at(59) },
            );
            await upsertLeads(tx, workspaceId, 'facebook', [lead(51, 1)], at(59));
          }),
      ],
      ['a lead that moves', () => store([lead(5, 45)])],
      [
        'the first lead of a page deleted',
        () =>
          database.db.transaction((tx) =>
            deleteLeads(
              tx,
              { workspaceId, list: 'facebook' },
              { ids: sql`select 'lead-35'`, reason: null, now: at(59) },
            ),
          ),
      ],
    ];
    for (const [name, change] of changes) {
      await change();
      for (const page of [3, 1, 2, 3, 4, 9, 10, 10, 8, 7]) {
        const request = { page, limit: 4 };
        const listed = await listStoredLeads(database.db, workspaceId, 'facebook', request);
        const whole = await listWholeLeads(database.db, workspaceId, 'facebook', request);
        expect([name, page, listed.totalItems, listed.rows.map(({ leadId }) => leadId)]).toEqual([
          name,
          page,
          whole.totalItems,
          whole.rows.map(({ leadId }) => leadId),
        ]);
      }
    }
  });

  test('[S7.LM.2] treats wildcards in a search as plain characters', async () => {
    const named = (leadId: string, name: string) => newLead(leadId, { contact: { name, email: '', phone: '' } });
    await store([
      named('1', '100% sure'),
      named('2', '100 sure'),
      named('3', 'a_b'),
      named('4', 'acb'),
      named('5', 'back\\slash'),
    ]);
    const searched = async (text: string) =>
      (await listStoredLeads(database.db, workspaceId, 'facebook', { page: 1, limit: 100 }, text)).rows.map(
        ({ leadId }) => leadId,
      );
    expect(await searched('0%')).toEqual(['1']);
    expect(await searched('A_B')).toEqual(['3']);
    expect(await searched('k\\s')).toEqual(['5']);
    expect(await searched('SURE')).toEqual(['2', '1']);
    expect(await searched("' or 1=1 --")).toEqual([]);
  });
});
