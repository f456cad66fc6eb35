import { afterAll, beforeAll, expect, test } from 'vitest';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { insightAccounts, workspaces } from '#server/database/schema.ts';
import { openTestDatabase } from '#testing/database/openTestDatabase.ts';
import { finishAccount, listDueConnections, takeDueAccounts } from './insightAccounts.store.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('the longest overdue connections come first, even if a hundred others are always due', async () => {
  const { db } = database;
  const platform = 'google' as const;
  // The last ids have waited longest.
  const workspaceIds = Array.from({ length: 150 }, (_, number) =>
    workspaceIdSchema.parse(`workspace-${String(number).padStart(3, '0')}`),
  );
  await db.insert(workspaces).values(workspaceIds.map((id) => ({ id })));
  const now = Date.now();
  await db.insert(insightAccounts).values(
    workspaceIds.flatMap((workspaceId, number) =>
      ['1', '2'].map((accountId) => ({
        workspaceId,
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
    return due.map(({ workspaceId }) => workspaceId);
  };
  expect(await look()).toEqual(workspaceIds.slice(50).toReversed());
  expect(new Set(await look())).toEqual(new Set([...workspaceIds.slice(0, 50), ...workspaceIds.slice(100)]));
});
