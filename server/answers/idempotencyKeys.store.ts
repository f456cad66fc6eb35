import { and, eq, isNull, sql } from '#server/database/drizzle.ts';
import { idempotencyKeyHours } from '#shared/limits.ts';
import type { Queryable } from '#server/database/Database.ts';
import { deleteBefore } from '#server/database/deleteInSteps.ts';
import { databaseNow, fromNow } from '#server/database/leases/fromNow.ts';
import { leaseOf } from '#server/database/leases/lease.ts';
import type { LeaseHolder } from '#server/database/leases/lease.ts';
import { idempotencyKeys } from '#server/database/schema.ts';
import { erasedAnswer } from './erasedAnswers.store.ts';

export type KeyedRequest = { userId: string; key: string };
/** The lease of the process that answers a request. */
export type RequestLease = KeyedRequest & LeaseHolder;
export type StoredRequest = Pick<typeof idempotencyKeys.$inferSelect, 'fingerprint' | 'status' | 'answer'>;

export const requestLease = leaseOf(idempotencyKeys);

const tooOld = fromNow(-idempotencyKeyHours * 3_600);

const isRequest = ({ userId, key }: KeyedRequest) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));
const isHeld = (lease: RequestLease) =>
  and(isRequest(lease), requestLease.isHeldBy(lease), isNull(idempotencyKeys.status));

/** Grants the caller the lease if the key is new or expired, or if its process died. */
export const takeKey = async (
  db: Queryable,
  { userId, key, leaseId }: RequestLease,
  fingerprint: string,
): Promise<boolean> => {
  const { status, createdAt } = idempotencyKeys;
  const wasLost = sql`${status} is null and ${requestLease.isFree} and ${idempotencyKeys.fingerprint} = ${fingerprint}`;
  const asNew = { fingerprint, createdAt: databaseNow, ...requestLease.takenBy({ leaseId }) };
  const taken = await db
    .insert(idempotencyKeys)
    .values({ userId, key, ...asNew })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { ...asNew, status: null, answer: null },
      setWhere: sql`${createdAt} < ${tooOld} or (${wasLost})`,
    })
    .returning({ key: idempotencyKeys.key });
  return taken.length > 0;
};

/** False when the request was answered or another process holds it. */
export const extendKey = async (db: Queryable, lease: RequestLease): Promise<boolean> => {
  const extended = await db
    .update(idempotencyKeys)
    .set(requestLease.extended)
    .where(isHeld(lease))
    .returning({ key: idempotencyKeys.key });
  return extended.length > 0;
};

/** Null when the request was released in the meantime. */
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

/** Only the lease holder's answer is stored. */
export const storeAnswer = async (
  db: Queryable,
  lease: RequestLease,
  { fingerprint, ...given }: StoredRequest,
  { namesNobody = false } = {},
): Promise<void> => {
  const { answer } = idempotencyKeys;
  const erased = erasedAnswer();
  const isKept = namesNobody ? sql`true` : isNull(answer);
  await db
    .update(idempotencyKeys)
    .set({
      fingerprint,
      status: sql`case when ${isKept} then ${given.status}::integer else ${erased.status}::integer end`,
      answer: sql`case when ${isKept} then ${JSON.stringify(given.answer)}::jsonb else ${JSON.stringify(erased.answer)}::jsonb end`,
      ...requestLease.released,
    })
    .where(isHeld(lease));
};

/** Frees the key after an answer that should not be stored. */
export const releaseKey = async (db: Queryable, lease: RequestLease): Promise<void> => {
  await db.delete(idempotencyKeys).where(isHeld(lease));
};

export const deleteOldKeys = (db: Queryable, signal?: AbortSignal): Promise<number> =>
  deleteBefore(db, idempotencyKeys, idempotencyKeys.createdAt, tooOld, { signal });
