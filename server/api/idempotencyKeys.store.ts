import { and, eq, isNull, sql } from '#server/database/drizzle.ts';
import { idempotencyKeyHours } from '#shared/limits.ts';
import type { Queryable } from '#server/database/Database.ts';
import { deleteBefore } from '#server/database/deleteInSteps.ts';
import { fromNow } from '#server/database/fromNow.ts';
import { idempotencyKeys } from '#server/database/schema.ts';

export type KeyedRequest = { userId: string; key: string };
export type StoredRequest = Pick<typeof idempotencyKeys.$inferSelect, 'fingerprint' | 'status' | 'answer'>;

/** A claim is renewed while its request is answered; one that is not was lost with its process. */
const claimSeconds = 30;

const claimEnd = fromNow(claimSeconds);
const tooOld = fromNow(-idempotencyKeyHours * 3_600);

const isRequest = ({ userId, key }: KeyedRequest) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));
const isUnanswered = (request: KeyedRequest) => and(isRequest(request), isNull(idempotencyKeys.status));

/** Makes the caller the one who answers: a key that is new, is forgotten by now, or whose process died. */
export const claimKey = async (db: Queryable, request: KeyedRequest, fingerprint: string): Promise<boolean> => {
  const { status, claimedUntil, createdAt } = idempotencyKeys;
  const wasLost = sql`${status} is null and ${claimedUntil} < now() and ${idempotencyKeys.fingerprint} = ${fingerprint}`;
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ ...request, fingerprint, createdAt: sql`now()`, claimedUntil: claimEnd })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { fingerprint, status: null, answer: null, createdAt: sql`now()`, claimedUntil: claimEnd },
      setWhere: sql`${createdAt} < ${tooOld} or (${wasLost})`,
    })
    .returning({ key: idempotencyKeys.key });
  return claimed.length > 0;
};

/** False when the request has been answered. */
export const renewClaim = async (db: Queryable, request: KeyedRequest): Promise<boolean> => {
  const renewed = await db
    .update(idempotencyKeys)
    .set({ claimedUntil: claimEnd })
    .where(isUnanswered(request))
    .returning({ key: idempotencyKeys.key });
  return renewed.length > 0;
};

/** Null when the request was given up meanwhile. */
export const findRequest = async (db: Queryable, request: KeyedRequest): Promise<StoredRequest | null> => {
  const [row] = await db
    .select({
      fingerprint: idempotencyKeys.fingerprint,
      status: idempotencyKeys.status,
      answer: idempotencyKeys.answer,
    })
    .from(idempotencyKeys)
    .where(isRequest(request));
  return row ?? null;
};

/** The first answer stays. */
export const storeAnswer = async (db: Queryable, request: KeyedRequest, answer: StoredRequest): Promise<void> => {
  await db.update(idempotencyKeys).set(answer).where(isUnanswered(request));
};

/** Lets the key be used again, after an answer that is not worth remembering. */
export const releaseKey = async (db: Queryable, request: KeyedRequest): Promise<void> => {
  await db.delete(idempotencyKeys).where(isUnanswered(request));
};

/** Lets go of all claims. For a start that has the database to itself: whoever held them was another process. */
export const expireClaims = async (db: Queryable): Promise<void> => {
  await db
    .update(idempotencyKeys)
    .set({ claimedUntil: sql`now()` })
    .where(isNull(idempotencyKeys.status));
};

export const deleteOldKeys = (db: Queryable, signal?: AbortSignal): Promise<number> =>
  deleteBefore(db, idempotencyKeys, idempotencyKeys.createdAt, tooOld, { signal });
