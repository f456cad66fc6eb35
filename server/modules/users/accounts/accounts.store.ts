import { count, eq, notLike } from '#server/database/drizzle.ts';
import type { Queryable } from '#server/database/Database.ts';
import { connections, memberships, users } from '#server/database/schema.ts';

/** Prefix of the placeholder address of an account that is being deleted. It can never be a real address. */
export const namelessPrefix = 'deleted:';

/** The operator's view of an account. */
export type AccountRow = {
  email: string;
  createdAt: Date;
  lastSignInAt: Date | null;
  blockedAt: Date | null;
  platforms: number;
};

/** All accounts except those being deleted, oldest first. */
export const listAccounts = (db: Queryable): Promise<AccountRow[]> =>
  db
    .select({
      email: users.email,
      createdAt: users.createdAt,
      lastSignInAt: users.lastSignInAt,
      blockedAt: users.blockedAt,
      platforms: count(connections.platform),
    })
    .from(users)
    .leftJoin(memberships, eq(memberships.userId, users.id))
    .leftJoin(connections, eq(connections.workspaceId, memberships.workspaceId))
    .where(notLike(users.email, `${namelessPrefix}%`))
    .groupBy(users.id)
    .orderBy(users.createdAt, users.id);
