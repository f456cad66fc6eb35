import { and, eq, gt, inArray, sql } from '#server/database/drizzle.ts';
import { oneTimeCode } from '#shared/limits.ts';
import type { Queryable } from '#server/database/Database.ts';
import { deleteBefore } from '#server/database/deleteInSteps.ts';
import { oneTimeCodes, users } from '#server/database/schema.ts';

type NewCode = { userId: string; codeHash: string; triesLeft: number; expiresAt: Date };

/** Stores a person's code in the place of an older one. */
export const replaceCode = async (db: Queryable, code: NewCode): Promise<void> => {
  const { userId, ...given } = code;
  const fresh = { ...given, createdAt: sql`now()` };
  await db
    .insert(oneTimeCodes)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: oneTimeCodes.userId, set: fresh });
};

/**
 * Takes one try from the living code of an address and answers what to compare with; null when there is no code, it is
 * over, or its tries are used up. One statement, so guesses sent side by side cannot share a try. It is over by the clock of
 * this server or by that of the database, whichever comes first: of two servers, one may be late.
 */
export const takeTry = async (
  db: Queryable,
  email: string,
  now: Date,
): Promise<{ userId: string; codeHash: string } | null> => {
  const isYoung = sql`now() - ${oneTimeCodes.createdAt} between interval '0' and make_interval(mins => ${oneTimeCode.lifetimeMinutes})`;
  const owner = db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const [taken] = await db
    .update(oneTimeCodes)
    .set({ triesLeft: sql`${oneTimeCodes.triesLeft} - 1` })
    .where(
      and(inArray(oneTimeCodes.userId, owner), gt(oneTimeCodes.triesLeft, 0), gt(oneTimeCodes.expiresAt, now), isYoung),
    )
    .returning({ userId: oneTimeCodes.userId, codeHash: oneTimeCodes.codeHash });
  return taken ?? null;
};

/** Uses a code up; false when another request was faster or a newer code has replaced it. */
export const redeemCode = async (db: Queryable, userId: string, codeHash: string): Promise<boolean> => {
  const redeemed = await db
    .delete(oneTimeCodes)
    .where(and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.codeHash, codeHash)))
    .returning({ userId: oneTimeCodes.userId });
  return redeemed.length === 1;
};

export const deleteExpiredCodes = (db: Queryable, now: Date, signal: AbortSignal): Promise<number> =>
  deleteBefore(db, oneTimeCodes, oneTimeCodes.expiresAt, now, { signal });
