import { and, eq } from '#server/database/drizzle.ts';
import { byPlatform } from '#shared/platforms.ts';
import type { AccountsByPlatform } from '#shared/platforms.ts';
import type { Queryable } from '#server/database/Database.ts';
import { memberships } from '#server/database/schema.ts';
import type { Member } from '#server/lib/http/Caller.ts';

/** The ad accounts that a person has selected in a workspace. */
export const readDefaultAccounts = async (
  db: Queryable,
  { workspaceId, userId }: Member,
): Promise<AccountsByPlatform> => {
  const [found] = await db
    .select({ chosen: memberships.defaultAccounts })
    .from(memberships)
    .where(and(eq(memberships.workspaceId, workspaceId), eq(memberships.userId, userId)));
  return byPlatform((platform) => found?.chosen?.[platform] ?? []);
};
