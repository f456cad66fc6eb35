import { afterAll, beforeAll, expect, test } from 'vitest';
import { leadPages, workspaces } from '#server/database/schema.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { newWorkspaceId } from '#server/lib/WorkspaceId.ts';
import { openTestDatabase } from '#testing/database/openTestDatabase.ts';
import { deleteLeadPages, renewSubscriptions, replaceLeadPages } from './leadPages.store.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const platform = 'facebook';
const now = new Date('2026-11-21T12:00:00Z');
const pageIds = Array.from({ length: 40 }, (_, index) => String(700000000000000000n + BigInt(index)));

test('workspaces with shared Pages can list and disconnect at the same moment without a deadlock', async () => {
  const { db } = database;
  const workspaceIds = Array.from({ length: 8 }, newWorkspaceId);
  await db.insert(workspaces).values(workspaceIds.map((id) => ({ id })));
  const own = workspaceIds.map((workspaceId) => ({ workspaceId, platform }) as const);
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
      ...leaving.map((key) => db.transaction((tx) => deleteLeadPages(tx, key))),
      ...staying.map(listAgain),
      ...staying.map((key) => db.transaction((tx) => renewSubscriptions(tx, key))),
    ]);
    const left = await db
      .select({ workspaceId: leadPages.workspaceId, subscribedAt: leadPages.subscribedAt })
      .from(leadPages);
    expect(new Set(left.map(({ workspaceId }) => workspaceId))).toEqual(
      new Set(staying.map(({ workspaceId }) => workspaceId)),
    );
    expect(left).toHaveLength(staying.length * pageIds.length);
    expect(left.filter(({ subscribedAt }) => subscribedAt !== null)).toEqual([]);
  }
});
