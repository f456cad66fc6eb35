import { sql } from './drizzle.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToLeadCount } from '#server/modules/leads/leadCounts.store.ts';
import { listStoredLeads } from '#server/modules/leads/leadList.store.ts';
import { openTestDatabase } from '#server/testing/openTestDatabase.ts';
import type { OpenDatabase } from './openDatabase.ts';

/** Just above the length from which a list is no longer searched whole. */
const rows = 50_400;
const userId = 'owner';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  await db.execute(sql`insert into users (id, name, email, default_accounts) values (${userId}, 'n', 'e', '{}')`);
  // Lead 1 is the newest. One in ten is called Common, three are called Rare, the last ten have never been common.
  await db.execute(sql`
    insert into leads (user_id, platform, lead_id, answers, name, email, phone, created_at, updated_at)
    select ${userId}, 'facebook', 'lead-' || n, '[]',
      case when n > ${rows - 10} then 'Old' when n % 10 = 0 then 'Common' when n % 20000 = 7 then 'Rare' else 'Other' end,
      '', '', now() - n * interval '1 minute', now()
    from generate_series(1, ${rows}) n`);
  await db.transaction((tx) => addToLeadCount(tx, userId, 'facebook', rows));
});
afterAll(() => database.close());

const pageIds = async (page: number, limit: number, search?: string) => {
  const found = await listStoredLeads(database.db, userId, 'facebook', { page, limit }, search);
  return { ...found, rows: found.rows.map(({ leadId }) => Number(leadId.slice('lead-'.length))) };
};

const range = (first: number, last: number, step = 1) =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);

test('every page of a long list is in its place, whichever end it is sought from', async () => {
  const all = { totalItems: rows, isTotalCapped: false };
  expect(await pageIds(1, 3)).toEqual({ ...all, rows: [1, 2, 3] });
  expect((await pageIds(252, 100)).rows).toEqual(range(25_101, 25_200));
  expect((await pageIds(253, 100)).rows).toEqual(range(25_201, 25_300));
  expect((await pageIds(504, 100)).rows).toEqual(range(50_301, 50_400));
  expect((await pageIds(721, 70)).rows).toEqual([]);
});

test('a rare text is found and counted in all of a long list, a common one among the newest leads', async () => {
  expect(await pageIds(1, 2, 'RARE')).toEqual({ rows: [7, 20_007], totalItems: 3, isTotalCapped: false });
  expect(await pageIds(2, 2, 'rare')).toEqual({ rows: [40_007], totalItems: 3, isTotalCapped: false });
  expect(await pageIds(1, 20, 'old')).toMatchObject({ rows: range(50_391, 50_400), totalItems: 10 });
  expect(await pageIds(1, 3, 'ld')).toMatchObject({
    rows: range(50_391, 50_393),
    totalItems: 10,
    isTotalCapped: false,
  });
  expect(await pageIds(2, 3, 'common')).toEqual({ rows: [40, 50, 60], totalItems: 2500, isTotalCapped: true });
  expect(await pageIds(25, 100, 'common')).toMatchObject({ rows: range(24_010, 25_000, 10) });
  expect(await pageIds(26, 100, 'common')).toMatchObject({ rows: [], totalItems: 2500 });
  expect(await pageIds(100, 100, 'other')).toMatchObject({ totalItems: 10_000, isTotalCapped: true });
  expect(await pageIds(1, 5, 'nobody')).toEqual({ rows: [], totalItems: 0, isTotalCapped: false });
});
