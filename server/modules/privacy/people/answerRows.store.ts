import { and, eq, inArray, isNotNull, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { Queryable } from '#server/database/Database.ts';
import { idempotencyKeys, memberships } from '#server/database/schema.ts';
import { notFound } from '#server/lib/failures/errors.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { addToReceipt } from '#server/modules/privacy/receipts.store.ts';
import type { Search } from './personRows.store.ts';
import { textsIn } from './undoRows.store.ts';

/* Stored answers to requests with an `Idempotency-Key`. */

const { userId, key, answer } = idempotencyKeys;
const text = sql<string>`${answer}->>'text'`;

const isOfMember = (db: Queryable, workspaceId: WorkspaceId): SQL =>
  inArray(
    userId,
    db.select({ userId: memberships.userId }).from(memberships).where(eq(memberships.workspaceId, workspaceId)),
  );

/** The key stays taken: without the row, a repeated request would do its work again and restore the data. */
const asErased = (): { status: number; answer: { text: string } } => {
  const { status, userMessage: message, code } = notFound();
  return { status, answer: { text: JSON.stringify({ success: false, message, code }) } };
};

/** Replaces stored answers that contain the text. @returns how many */
export const eraseAnswersWith = async (tx: Queryable, workspaceId: WorkspaceId, part: string): Promise<number> => {
  const { rowCount } = await tx
    .update(idempotencyKeys)
    .set(asErased())
    .where(and(isOfMember(tx, workspaceId), sql`position(${part} in ${text}) > 0`));
  return rowCount ?? 0;
};

/**
 * Replaces stored answers that contain the person or one of the person's leads.
 * @param leadIds as `list:id`; answers contain them in this form or as the id alone
 */
export const eraseFromAnswers = async (
  { db, workspaceId, matcher, receipt }: Search,
  leadIds: readonly string[],
): Promise<number> => {
  const quotedIds = leadIds.flatMap((id) => [id, id.slice(id.indexOf(':') + 1)]).map((id) => JSON.stringify(id));
  const hasLead = sql`exists (select from jsonb_array_elements_text(${JSON.stringify(quotedIds)}::jsonb) as id where position(id in ${text}) > 0)`;
  const isStored = and(isOfMember(db, workspaceId), isNotNull(answer));
  const found = await db
    .select({ userId, key, text })
    .from(idempotencyKeys)
    .where(and(isStored, sql`(${matcher.mayBeIn(text)} or ${hasLead})`));
  const named = found.filter(
    (row) => matcher.isIn(textsIn(JSON.parse(row.text))) || quotedIds.some((id) => row.text.includes(id)),
  );
  if (receipt === null) return named.length;
  for (const row of named)
    await db.transaction(async (tx) => {
      await tx
        .update(idempotencyKeys)
        .set(asErased())
        .where(and(eq(userId, row.userId), eq(key, row.key)));
      await addToReceipt(tx, receipt, { idempotency_keys: 1 });
    });
  return named.length;
};
