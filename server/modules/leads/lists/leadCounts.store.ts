import { and, eq, gt, sql } from '#server/database/drizzle.ts';
import type { Placeholder, SQL } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { prepareOnce } from '#server/database/prepareOnce.ts';
import { leadCounts } from '#server/database/schema.ts';

/** The lists of leads that a person has. */
export type LeadList = (typeof leadCounts.$inferSelect)['list'];

/** Changes the number of leads of a list, in the transaction that inserts or deletes them; call it last, since it locks the number. */
export const addToLeadCount = async (
  tx: Transaction,
  userId: string,
  list: LeadList,
  change: number,
): Promise<void> => {
  if (change === 0) return;
  await tx
    .insert(leadCounts)
    .values({ userId, list, total: change })
    .onConflictDoUpdate({
      target: [leadCounts.userId, leadCounts.list],
      set: { total: sql`${leadCounts.total} + excluded.total` },
    });
};

const leadCount = prepareOnce((db) =>
  db
    .select({ total: leadCounts.total })
    .from(leadCounts)
    .where(and(eq(leadCounts.userId, sql.placeholder('userId')), eq(leadCounts.list, sql.placeholder('list'))))
    .prepare('lead_count'),
);

export const readLeadCount = async (db: Queryable, userId: string, list: LeadList): Promise<number> => {
  const [count] = await leadCount(db).execute({ userId, list });
  return count?.total ?? 0;
};

/** The same as a part of another statement; it has no row for a list that never held a lead. */
export const leadCountOf = (userId: string | Placeholder, list: LeadList | Placeholder): SQL =>
  sql`select ${leadCounts.total} from ${leadCounts} where ${leadCounts.userId} = ${userId} and ${leadCounts.list} = ${list}`;

export type OwnedLeadList = { userId: string; list: LeadList };

/** All lists of all people that hold leads. */
export const listLeadLists = (db: Queryable): Promise<OwnedLeadList[]> =>
  db
    .select({ userId: leadCounts.userId, list: leadCounts.list })
    .from(leadCounts)
    .where(gt(leadCounts.total, 0))
    .orderBy(leadCounts.userId, leadCounts.list);
