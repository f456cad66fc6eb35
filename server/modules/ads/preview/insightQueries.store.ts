import { and, eq } from '#server/database/drizzle.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable } from '#server/database/Database.ts';
import { insightQueries } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Stores the last query for each platform and range of dates. */
export const rememberQuery = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  platform: PlatformId,
  { since, until }: DateRange,
  accountIds: string[],
  usedAt: Date,
): Promise<void> => {
  await db
    .insert(insightQueries)
    .values({ workspaceId, platform, since, until, accountIds, usedAt })
    .onConflictDoUpdate({
      target: [insightQueries.workspaceId, insightQueries.platform, insightQueries.since, insightQueries.until],
      set: { accountIds, usedAt },
    });
};

/** Account ids of the last query with exactly these dates; null if there is none. */
export const findLastQuery = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  platform: PlatformId,
  { since, until }: DateRange,
): Promise<string[] | null> => {
  const [query] = await db
    .select({ accountIds: insightQueries.accountIds })
    .from(insightQueries)
    .where(
      and(
        eq(insightQueries.workspaceId, workspaceId),
        eq(insightQueries.platform, platform),
        eq(insightQueries.since, since),
        eq(insightQueries.until, until),
      ),
    );
  return query?.accountIds ?? null;
};
