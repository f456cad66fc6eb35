import { and, eq, gt, inArray, sql } from '#server/database/drizzle.ts';
import { oneTimeCode } from '#shared/limits.ts';
import type { Queryable } from '#server/database/Database.ts';
import { deleteBefore } from '#server/database/deleteInSteps.ts';
import { resetCodes, users } from '#server/database/schema.ts';

type NewCode = { userId: string; codeHash: string; expiresAt: Date };

const freshAttempts = { attemptsLeft: oneTimeCode.wrongAttempts, strangerAttemptsLeft: oneTimeCode.wrongAttempts };

/** Stores a code for each asker, replacing the asker's older one. */
export const replaceCodes = async (db: Queryable, askers: readonly string[], code: NewCode): Promise<void> => {
  await db
    .insert(resetCodes)
    .values(askers.map((askerHash) => ({ ...code, ...freshAttempts, askerHash, createdAt: sql`now()` })))
    .onConflictDoUpdate({
      target: [resetCodes.userId, resetCodes.askerHash],
      set: { ...freshAttempts, codeHash: code.codeHash, expiresAt: code.expiresAt, createdAt: sql`now()` },
    });
};

/** Adds these clients to the askers of the newest code that is valid until then. False when there is no such code. */
export const shareNewestCode = async (
  db: Queryable,
  userId: string,
  askers: readonly string[],
  livesUntil: Date,
): Promise<boolean> => {
  const [newest] = await db
    .select()
    .from(resetCodes)
    .where(and(eq(resetCodes.userId, userId), gt(resetCodes.expiresAt, livesUntil)))
    .orderBy(sql`${resetCodes.createdAt} desc`)
    .limit(1);
  if (!newest) return false;
  // A client that has used up its attempts for a code gets no new attempts.
  await db
    .insert(resetCodes)
    .values(askers.map((askerHash) => ({ ...newest, ...freshAttempts, askerHash })))
    .onConflictDoUpdate({
      target: [resetCodes.userId, resetCodes.askerHash],
      set: { ...freshAttempts, codeHash: newest.codeHash, expiresAt: newest.expiresAt, createdAt: newest.createdAt },
      setWhere: sql`${resetCodes.codeHash} <> excluded.code_hash`,
    });
  return true;
};

/**
 * Takes one attempt and returns the code to compare with: the code that the client requested, else the newest of the
 * account. Each asker has separate attempts; all other clients share theirs. Null when there is no valid code or no
 * attempt left.
 *
 * One statement, so that parallel guesses cannot share an attempt. A code expires by the clock of this server or of the
 * database, whichever comes first, because a server's clock may be slow.
 *
 * @param askers hashes of the client, the most reliable first
 * @param isAskerOnly leaves out codes that another client requested
 */
export const takeAttempt = async (
  db: Queryable,
  { email, askers, isAskerOnly }: { email: string; askers: readonly string[]; isAskerOnly: boolean },
  now: Date,
): Promise<{ userId: string; codeHash: string } | null> => {
  const isLiving = and(
    gt(resetCodes.expiresAt, now),
    sql`now() - ${resetCodes.createdAt} between interval '0' and make_interval(mins => ${oneTimeCode.lifetimeMinutes})`,
  );
  const isAsker = inArray(resetCodes.askerHash, [...askers]);
  const position = sql.join(
    askers.map((asker) => sql`${resetCodes.askerHash} = ${asker} desc`),
    sql`, `,
  );
  const chosen = db
    .select({ userId: resetCodes.userId, askerHash: resetCodes.askerHash })
    .from(resetCodes)
    .innerJoin(users, eq(users.id, resetCodes.userId))
    .where(and(eq(users.email, email), isLiving, isAskerOnly ? isAsker : undefined))
    .orderBy(position, sql`${resetCodes.createdAt} desc`, resetCodes.askerHash)
    .limit(1);
  const [taken] = await db
    .update(resetCodes)
    .set({
      attemptsLeft: sql`${resetCodes.attemptsLeft} - (${isAsker})::int`,
      strangerAttemptsLeft: sql`${resetCodes.strangerAttemptsLeft} - (not ${isAsker})::int`,
    })
    .where(
      and(
        sql`(${resetCodes.userId}, ${resetCodes.askerHash}) = (${chosen})`,
        sql`case when ${isAsker} then ${resetCodes.attemptsLeft} else ${resetCodes.strangerAttemptsLeft} end > 0`,
      ),
    )
    .returning({ userId: resetCodes.userId, codeHash: resetCodes.codeHash });
  return taken ?? null;
};

/** Deletes a code whose mail was not sent. */
export const deleteCode = async (db: Queryable, userId: string, codeHash: string): Promise<void> => {
  await db.delete(resetCodes).where(and(eq(resetCodes.userId, userId), eq(resetCodes.codeHash, codeHash)));
};

/** Invalidates all codes of the account. False when another request was faster. */
export const redeemCode = async (db: Queryable, userId: string, codeHash: string): Promise<boolean> => {
  const deleted = await db
    .delete(resetCodes)
    .where(eq(resetCodes.userId, userId))
    .returning({ codeHash: resetCodes.codeHash });
  return deleted.some((code) => code.codeHash === codeHash);
};

export const deleteExpiredCodes = (db: Queryable, now: Date, signal: AbortSignal): Promise<number> =>
  deleteBefore(db, resetCodes, resetCodes.expiresAt, now, { signal });
