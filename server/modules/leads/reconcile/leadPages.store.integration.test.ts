import { afterAll, beforeAll, expect, test } from 'vitest';
import { leadPages, users } from '#server/database/schema.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { newId } from '#server/lib/ids.ts';
import { openTestDatabase } from '#server/testing/openTestDatabase.ts';
import { forgetLeadPages, renewSubscriptions, replaceLeadPages } from './leadPages.store.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const platform = 'facebook';
const now = new Date('2026-11-21T12:00:00Z');
const pageIds = Array.from({ length: 40 }, (_, index) => String(700000000000000000n + BigInt(index)));

test('people who share pages connect, list and disconnect at the same moment without waiting for each other for ever', async () => {
  const { db } = database;
  const userIds = Array.from({ length: 8 }, () => newId());
  const defaultAccounts = { google: [], facebook: [], tiktok: [] };
  await db
    .insert(users)
    .values(userIds.map((id) => ({ id, name: 'Ada', email: `${id}@example.test`, defaultAccounts })));
  const own = userIds.map((userId) => ({ userId, platform }) as const);
  const listAgain = (key: (typeof own)[number], index: number) =>
    db.transaction((tx) => {
      const ids = index % 2 === 0 ? pageIds : pageIds.toReversed();
      const rows = ids.map((pageId) => ({ pageId, name: 'A page', accessToken: null }));
      return replaceLeadPages(tx, key, rows, now);
    });
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(own.map(listAgain));
    await db.update(leadPages).set({ subscribedAt: now });
    const [leaving, staying] = [own.slice(0, 5), own.slice(5)];
    await Promise.all([
      ...leaving.map((key) => db.transaction((tx) => forgetLeadPages(tx, key))),
      ...staying.map(listAgain),
      ...staying.map((key) => db.transaction((tx) => renewSubscriptions(tx, key))),
    ]);
    const left = await db.select({ userId: leadPages.userId, subscribedAt: leadPages.subscribedAt }).from(leadPages);
    expect(new Set(left.map(({ userId }) => userId))).toEqual(new Set(staying.map(({ userId }) => userId)));
    expect(left).toHaveLength(staying.length * pageIds.length);
    expect(left.filter(({ subscribedAt }) => subscribedAt !== null)).toEqual([]);
  }
});
