import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { leadCounts } from '#server/database/schema.ts';

/** The lists of leads that a person has. */
export type LeadList = (typeof leadCounts.$inferSelect)['list'];

/** Adds to the number of leads of a list, in the transaction that inserts them; call it last, since it locks the number. */
export const addToLeadCount = async (
  tx: Transaction,
  userId: string,
  list: LeadList,
  inserted: number,
): Promise<void> => {
  if (inserted === 0) return;
  await tx
    .insert(leadCounts)
    .values({ userId, list, total: inserted })
    .onConflictDoUpdate({
      target: [leadCounts.userId, leadCounts.list],
      set: { total: sql`${leadCounts.total} + excluded.total` },
    });
};

export const readLeadCount = async (db: Queryable, userId: string, list: LeadList): Promise<number> => {
  const [count] = await db
    .select({ total: leadCounts.total })
    .from(leadCounts)
    .where(and(eq(leadCounts.userId, userId), eq(leadCounts.list, list)));
  return count?.total ?? 0;
};
