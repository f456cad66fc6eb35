import { and, eq, inArray, isNotNull, isNull, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { messages } from '#shared/messages.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { idempotencyKeys, memberships } from '#server/database/schema.ts';
import { notFound } from '#server/lib/failures/errors.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { addToReceipt } from '#server/modules/privacy/receipts.store.ts';
import type { Search } from './personRows.store.ts';
import { textsIn } from './undoRows.store.ts';

/* Stored answers to requests with an `Idempotency-Key`. */

const { userId, key, status, answer } = idempotencyKeys;
const text = sql<string>`${answer}->>'text'`;

const isOfMember = (db: Queryable, workspaceId: WorkspaceId): SQL =>
  inArray(
    userId,
    db.select({ userId: memberships.userId }).from(memberships).where(eq(memberships.workspaceId, workspaceId)),
  );

/** The key stays taken: without the row, a repeated request would do its work again and restore the data. */
export const erasedAnswer = (): { status: number; answer: { text: string } } => {
  const { status: refused, userMessage: message, code } = notFound(messages.validation.answerErased);
  return { status: refused, answer: { text: JSON.stringify({ success: false, message, code }) } };
};

/**
 * Requests under way may have read what is erased, so their answers will not be stored. Call it when other requests can
 * no longer read the data, and before the stored answers are searched.
 */
const markUnderWay = async (db: Queryable, whose: SQL | undefined): Promise<void> => {
  await db
    .update(idempotencyKeys)
    .set({ answer: { isErased: true } })
    .where(and(whose, isNull(status)));
};

const hasOneOf = (parts: readonly string[]): SQL =>
  sql`exists (select from jsonb_array_elements_text(${JSON.stringify(parts)}::jsonb) as part where position(part in ${text}) > 0)`;

/** Replaces answers that contain one of the values, stored or under way. @returns how many stored ones */
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

/** Replaces all answers to a person, who leaves a workspace whose erasures can then no longer reach them. */
export const eraseAnswersTo = async (tx: Transaction, id: string): Promise<void> => {
  await markUnderWay(tx, eq(userId, id));
  await tx
    .update(idempotencyKeys)
    .set(erasedAnswer())
    .where(and(eq(userId, id), isNotNull(status)));
};

/**
 * Replaces answers that contain the person or one of the person's leads, stored or under way.
 * @param leadIds as `list:id`; answers contain them in this form or as the id alone
 */
export const eraseFromAnswers = async (
  { db, workspaceId, matcher, receipt }: Search,
  leadIds: readonly string[],
): Promise<number> => {
  const quotedIds = leadIds.flatMap((id) => [id, id.slice(id.indexOf(':') + 1)]).map((id) => JSON.stringify(id));
  const isStored = and(isOfMember(db, workspaceId), isNotNull(status));
  if (receipt !== null) await markUnderWay(db, isOfMember(db, workspaceId));
  const found = await db
    .select({ userId, key, text })
    .from(idempotencyKeys)
    .where(and(isStored, sql`(${matcher.mayBeIn(text)} or ${hasOneOf(quotedIds)})`));
  const named = found.filter(
    (row) => matcher.isIn(textsIn(JSON.parse(row.text))) || quotedIds.some((id) => row.text.includes(id)),
  );
  if (receipt === null) return named.length;
  for (const row of named)
    await db.transaction(async (tx) => {
      await tx
        .update(idempotencyKeys)
        .set(erasedAnswer())
        .where(and(eq(userId, row.userId), eq(key, row.key)));
      await addToReceipt(tx, receipt, { idempotency_keys: 1 });
    });
  return named.length;
};
