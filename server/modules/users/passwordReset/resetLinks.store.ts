import { and, eq, gt } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { deleteBefore } from '#server/database/deleteInSteps.ts';
import { resetLinks, users } from '#server/database/schema.ts';
import { hashSecret } from '#server/lib/ids.ts';
import type { UserRow } from '#server/modules/users/users.store.ts';

type NewLink = { codeHash: string; expiresAt: Date };

const digestOf = ({ passwordHash }: Pick<UserRow, 'passwordHash'>): string => hashSecret(passwordHash ?? '');

/** Stores the link of an account, replacing an older one. */
export const replaceLink = async (db: Queryable, user: UserRow, link: NewLink): Promise<void> => {
  const fresh = { ...link, passwordDigest: digestOf(user) };
  await db
    .insert(resetLinks)
    .values({ userId: user.id, ...fresh })
    .onConflictDoUpdate({ target: resetLinks.userId, set: fresh });
};

/** @returns the id of the account with this valid link code */
export const findLinkOwner = async (
  db: Queryable,
  { email, codeHash }: { email: string; codeHash: string },
  now: Date,
): Promise<string | null> => {
  const [link] = await db
    .select({ userId: resetLinks.userId })
    .from(resetLinks)
    .innerJoin(users, eq(users.id, resetLinks.userId))
    .where(and(eq(users.email, email), eq(resetLinks.codeHash, codeHash), gt(resetLinks.expiresAt, now)));
  return link?.userId ?? null;
};

/** Invalidates a link. False when it was used or replaced, or the password has changed since. */
export const redeemLink = async (tx: Transaction, user: UserRow, codeHash: string): Promise<boolean> => {
  const redeemed = await tx
    .delete(resetLinks)
    .where(
      and(
        eq(resetLinks.userId, user.id),
        eq(resetLinks.codeHash, codeHash),
        eq(resetLinks.passwordDigest, digestOf(user)),
      ),
    )
    .returning({ userId: resetLinks.userId });
  return redeemed.length === 1;
};

export const deleteExpiredLinks = (db: Queryable, now: Date, signal: AbortSignal): Promise<number> =>
  deleteBefore(db, resetLinks, resetLinks.expiresAt, now, { signal });
