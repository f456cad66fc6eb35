import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToLeadCount } from '#server/modules/leads/store/leadCounts.store.ts';
import { listLeadIds, listStoredLeads } from '#server/modules/leads/store/leadList.store.ts';
import { openTestDatabase } from '#testing/database/openTestDatabase.ts';
import { newWorkspaceId } from '#server/lib/WorkspaceId.ts';
import { sql } from '#server/database/drizzle.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';

/** Enough rows that a search uses each of its paths. */
const rows = 50_400;
const workspaceId = newWorkspaceId();

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  await db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
  // Lead 1 is the newest. The oldest 12,000 leads are called Old; one in ten of the others is called Common.
  await db.execute(sql`
    insert into leads (workspace_id, list, lead_id, answers, name, email, phone, created_at, updated_at)
    select ${workspaceId}, 'facebook', 'lead-' || n, '[]',
      case when n = 40000 then 'Zhao 李明' when n in (7, 20007, 39007) then 'Rare' when n > 38400 then 'Old'
        when n % 10 = 0 then 'Common' when n = 30001 then repeat('long ', 100) || 'END' else 'Other' end,
      case when n = 30003 then 'ann+100@example.test' else '' end, '', now() - n * interval '1 minute', now()
    from generate_series(1, ${rows}) n`);
  await db.transaction((tx) => addToLeadCount(tx, workspaceId, 'facebook', rows));
  await db.execute(sql`vacuum (analyze) leads`);
});
afterAll(() => database.close());

const numberOf = (leadId: string) => Number(leadId.slice('lead-'.length));
const pageIds = async (page: number, limit: number, search?: string) => {
  const { isReadDue, ...found } = await listStoredLeads(database.db, workspaceId, 'facebook', { page, limit }, search);
  expect(isReadDue).toBe(false);
  return { ...found, rows: found.rows.map(({ leadId }) => numberOf(leadId)) };
};

const range = (first: number, last: number, step = 1) =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);

test('every page of a long list has the right rows, counted from either end', async () => {
  const all = { totalItems: rows, isTotalEstimated: false };
  expect(await pageIds(1, 3)).toEqual({ ...all, rows: [1, 2, 3] });
  expect((await pageIds(252, 100)).rows).toEqual(range(25_101, 25_200));
  expect((await pageIds(253, 100)).rows).toEqual(range(25_201, 25_300));
  expect((await pageIds(504, 100)).rows).toEqual(range(50_301, 50_400));
  expect((await pageIds(721, 70)).rows).toEqual([]);
});

test('a search finds a rare text anywhere in a long list and counts its hits', async () => {
  const three = { totalItems: 3, isTotalEstimated: false };
  expect(await pageIds(1, 3, 'RARE')).toEqual({ rows: [7, 20_007, 39_007], ...three });
  expect(await pageIds(2, 2, 'rare')).toEqual({ rows: [39_007], ...three });
  expect(await pageIds(1, 5, 'nobody')).toEqual({ rows: [], totalItems: 0, isTotalEstimated: false });
});

test.each(['李明', '明', '李', 'o 李', 'LEAD-40000', 'zh'])(
  'a search for %s finds the one old lead that has it',
  async (text) => {
    expect(await pageIds(1, 5, text)).toEqual({ rows: [40_000], totalItems: 1, isTotalEstimated: false });
  },
);

test.each(['0@', '+1', '100@', 'ann+100@example.test', "' | 'list:x", 'a\\'])(
  'a search for %s is exact, even with characters other than letters',
  async (text) => {
    const hits = 'ann+100@example.test'.includes(text) ? [30_003] : [];
    expect(await pageIds(1, 5, text)).toEqual({ rows: hits, totalItems: hits.length, isTotalEstimated: false });
  },
);

test('a search finds the end of a text that is too long for the index', async () => {
  expect(await pageIds(1, 5, 'long end')).toEqual({ rows: [30_001], totalItems: 1, isTotalEstimated: false });
});

test('all pages of a common text can be reached, and the last page has the exact total', async () => {
  const hits = range(10, 38_400, 10).filter((number) => number !== 40_000);
  const found: number[] = [];
  for (let page = 1; found.length < hits.length; page += 1) {
    const { rows: ids, totalItems, isTotalEstimated } = await pageIds(page, 100, 'common');
    found.push(...ids);
    expect(isTotalEstimated ? totalItems > found.length : totalItems === hits.length).toBe(true);
  }
  expect(found).toEqual(hits);
  expect(await pageIds(1, 100, 'common')).toMatchObject({ totalItems: 5100, isTotalEstimated: true });
  // Beyond the end of a list whose length was estimated, the total is counted.
  expect(await pageIds(50, 100, 'common')).toEqual({ rows: [], totalItems: 3840, isTotalEstimated: false });
  expect(await pageIds(2 ** 40, 100, 'common')).toEqual({ rows: [], totalItems: 3840, isTotalEstimated: false });
});

test('a text that only old leads contain is found, newest first', async () => {
  const old = range(38_401, rows).filter((number) => ![39_007, 40_000].includes(number));
  expect((await pageIds(1, 3, 'old')).rows).toEqual(old.slice(0, 3));
  expect((await pageIds(3, 100, 'ol')).rows).toEqual(old.slice(200, 300));
  expect((await listLeadIds(database.db, workspaceId, 'facebook', 'old')).map(numberOf)).toEqual(old);
});
