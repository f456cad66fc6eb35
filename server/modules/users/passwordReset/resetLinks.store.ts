import { and, eq, gt, inArray, sql } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { deleteBefore } from '#server/database/deleteInSteps.ts';
import { resetLinks, users } from '#server/database/schema.ts';
import { hashSecret } from '#server/lib/ids.ts';
import type { UserRow } from '#server/modules/users/users.store.ts';

type NewLink = { codeHash: string; attemptsLeft: number; expiresAt: Date };

const digestOf = ({ passwordHash }: Pick<UserRow, 'passwordHash'>): string => hashSecret(passwordHash ?? '');

/** Stores the link of an account, replacing an older one. */
export const replaceLink = async (db: Queryable, user: UserRow, link: NewLink): Promise<void> => {
  const fresh = { ...link, passwordDigest: digestOf(user) };
  await db
    .insert(resetLinks)
    .values({ userId: user.id, ...fresh })
    .onConflictDoUpdate({ target: resetLinks.userId, set: fresh });
};

/**
 * Takes one attempt from the valid link of an address. One statement, so that parallel guesses cannot share an attempt.
 */
export const takeLinkAttempt = async (
  db: Queryable,
  email: string,
  now: Date,
): Promise<{ userId: string; codeHash: string } | null> => {
  const owner = db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const [taken] = await db
    .update(resetLinks)
    .set({ attemptsLeft: sql`${resetLinks.attemptsLeft} - 1` })
    .where(and(inArray(resetLinks.userId, owner), gt(resetLinks.attemptsLeft, 0), gt(resetLinks.expiresAt, now)))
    .returning({ userId: resetLinks.userId, codeHash: resetLinks.codeHash });
  return taken ?? null;
};

/** Uses a link up; false when it was used or replaced, or the password has changed since. */
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
