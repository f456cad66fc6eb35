import { and, eq, isNotNull, sql } from '#server/database/drizzle.ts';
import { answerText, erasedAnswer, hasOneOf, isOfMember, markUnderWay } from '#server/answers/erasedAnswers.store.ts';
import { idempotencyKeys } from '#server/database/schema.ts';
import { addToReceipt } from '#server/modules/privacy/receipts.store.ts';
import type { Search } from './personRows.store.ts';
import { textsIn } from './undoRows.store.ts';

const { userId, key, status } = idempotencyKeys;

/**
 * Replaces stored and pending responses that contain the person or one of the person's leads.
 * @param leadIds as `list:id`; responses contain either this form or the id alone
 */
export const eraseFromAnswers = async (
  { db, workspaceId, matcher, receipt }: Search,
  leadIds: readonly string[],
): Promise<number> => {
  const quotedIds = leadIds.flatMap((id) => [id, id.slice(id.indexOf(':') + 1)]).map((id) => JSON.stringify(id));
  const isStored = and(isOfMember(db, workspaceId), isNotNull(status));
  if (receipt !== null) await markUnderWay(db, isOfMember(db, workspaceId));
  const found = await db
    .select({ userId, key, text: answerText })
    .from(idempotencyKeys)
    .where(and(isStored, sql`(${matcher.mayBeIn(answerText)} or ${hasOneOf(quotedIds)})`));
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
