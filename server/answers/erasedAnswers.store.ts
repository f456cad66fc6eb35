import { and, eq, inArray, isNotNull, isNull, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { messages } from '#shared/messages.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { idempotencyKeys, memberships } from '#server/database/schema.ts';
import { notFound } from '#server/lib/failures/errors.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/* Effects of erasures on stored answers to requests with an `Idempotency-Key`. */

const { userId, status, answer } = idempotencyKeys;
/** The body of a stored answer. */
export const answerText = sql<string>`${answer}->>'text'`;

export const isOfMember = (db: Queryable, workspaceId: WorkspaceId): SQL =>
  inArray(
    userId,
    db.select({ userId: memberships.userId }).from(memberships).where(eq(memberships.workspaceId, workspaceId)),
  );

/** The key stays taken: without the row, a repeated request would redo its work and restore the data. */
export const erasedAnswer = (): { status: number; answer: { text: string } } => {
  const { status: refused, userMessage: message, code } = notFound(messages.validation.answerErased);
  return { status: refused, answer: { text: JSON.stringify({ success: false, message, code }) } };
};

/**
 * Running requests may have read data that is being erased, so their answers will not be stored. Call this after the
 * data became unreadable to other requests, and before searching the stored answers.
 */
export const markUnderWay = async (db: Queryable, whose: SQL | undefined): Promise<void> => {
  await db
    .update(idempotencyKeys)
    .set({ answer: { isErased: true } })
    .where(and(whose, isNull(status)));
};

export const hasOneOf = (parts: readonly string[]): SQL =>
  sql`exists (select from jsonb_array_elements_text(${JSON.stringify(parts)}::jsonb) as part where position(part in ${answerText}) > 0)`;

/** Replaces stored and pending answers that contain one of the values. @returns the number of stored ones */
export const eraseAnswersWith = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  values: readonly string[],
): Promise<number> => {
  await markUnderWay(db, isOfMember(db, workspaceId));
  const { rowCount } = await db
    .update(idempotencyKeys)
    .set(erasedAnswer())
    .where(and(isOfMember(db, workspaceId), hasOneOf(values.map((value) => JSON.stringify(value)))));
  return rowCount ?? 0;
};

/** Replaces all answers to a person who leaves a workspace, because its erasures can no longer reach them. */
export const eraseAnswersTo = async (tx: Transaction, id: string): Promise<void> => {
  await markUnderWay(tx, eq(userId, id));
  await tx
    .update(idempotencyKeys)
    .set(erasedAnswer())
    .where(and(eq(userId, id), isNotNull(status)));
};
