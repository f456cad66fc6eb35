import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyAccountsByPlatform } from '#shared/platforms.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { insightAccounts, users } from '#server/database/schema.ts';
import { openTestDatabase } from '#server/testing/openTestDatabase.ts';
import { finishAccount, listDueConnections, takeDueAccounts } from './insightAccounts.store.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('the longest due connections come first, and a hundred that fall due again and again hold up no other', async () => {
  const { db } = database;
  const platform = 'google' as const;
  // The last ones by id have waited longest.
  const userIds = Array.from({ length: 150 }, (_, number) => `person-${String(number).padStart(3, '0')}`);
  const people = userIds.map((id) => ({
    id,
    name: id,
    email: `${id}@example.test`,
    defaultAccounts: emptyAccountsByPlatform(),
  }));
  await db.insert(users).values(people);
  const now = Date.now();
  await db.insert(insightAccounts).values(
    userIds.flatMap((userId, number) =>
      ['1', '2'].map((accountId) => ({
        userId,
        platform,
        accountId,
        nextReadAt: new Date(now - (number + 1) * (accountId === '1' ? 1_000 : 1)),
      })),
    ),
  );

  const look = async (): Promise<string[]> => {
    const due = await listDueConnections(db, [platform], 100);
    for (const owner of due) {
      const lease = { ...owner, leaseId: 'reader' };
      for (const { accountId } of await takeDueAccounts(db, lease))
        await finishAccount(db, lease, accountId, { pauseMs: 0 });
    }
    return due.map(({ userId }) => userId);
  };
  expect(await look()).toEqual(userIds.slice(50).toReversed());
  expect(new Set(await look())).toEqual(new Set([...userIds.slice(0, 50), ...userIds.slice(100)]));
});
