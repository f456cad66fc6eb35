import { and, desc, eq, isNull, lt } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { erasures } from '#server/database/schema.ts';

export type ReceiptRow = typeof erasures.$inferSelect;
/** Deleted rows by table. */
export type DeletedCounts = Readonly<Record<string, number>>;

/** False when a receipt with this code exists: the request was repeated. */
export const insertReceipt = async (
  db: Queryable,
  receipt: Pick<ReceiptRow, 'code' | 'kind' | 'userId' | 'requestedAt'>,
): Promise<boolean> => {
  const inserted = await db.insert(erasures).values(receipt).onConflictDoNothing().returning({ code: erasures.code });
  return inserted.length > 0;
};

export const findReceipt = async (db: Queryable, code: string): Promise<ReceiptRow | null> => {
  const [receipt] = await db.select().from(erasures).where(eq(erasures.code, code));
  return receipt ?? null;
};

/**
 * The account of a receipt; null when the account is gone. Locks the receipt, so that parallel deletions of one account
 * take turns.
 */
export const lockAccountOf = async (tx: Transaction, code: string): Promise<string | null> => {
  const [receipt] = await tx
    .select({ userId: erasures.userId })
    .from(erasures)
    .where(eq(erasures.code, code))
    .for('update');
  return receipt?.userId ?? null;
};

/** Newest first. */
export const listReceipts = (db: Queryable, userId: string, limitRows: number): Promise<ReceiptRow[]> =>
  db
    .select()
    .from(erasures)
    .where(eq(erasures.userId, userId))
    .orderBy(desc(erasures.requestedAt), desc(erasures.code))
    .limit(limitRows);

/** Adds deleted rows to a receipt, in the transaction that deletes them. */
export const addToReceipt = async (tx: Transaction, code: string, deleted: DeletedCounts): Promise<void> => {
  const found = Object.entries(deleted).filter(([, rows]) => rows > 0);
  if (found.length === 0) return;
  const [receipt] = await tx
    .select({ counts: erasures.counts })
    .from(erasures)
    .where(eq(erasures.code, code))
    .for('update');
  if (!receipt) return;
  const counts = { ...receipt.counts };
  for (const [table, rows] of found) counts[table] = (counts[table] ?? 0) + rows;
  await tx.update(erasures).set({ counts }).where(eq(erasures.code, code));
};

/** A repeated erasure keeps its first completion time. */
export const finishReceipt = async (db: Queryable, code: string, finishedAt: Date): Promise<void> => {
  await db
    .update(erasures)
    .set({ finishedAt })
    .where(and(eq(erasures.code, code), isNull(erasures.finishedAt)));
};

/** Receipts of account deletions that were requested before a moment and are not finished. */
export const listUnfinishedAccounts = async (db: Queryable, before: Date): Promise<string[]> => {
  const rows = await db
    .select({ code: erasures.code })
    .from(erasures)
    .where(and(eq(erasures.kind, 'account'), isNull(erasures.finishedAt), lt(erasures.requestedAt, before)));
  return rows.map(({ code }) => code);
};
