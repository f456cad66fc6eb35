import type { LeadList } from '#shared/leadLists.ts';
import { and, eq, gt, sql } from '#server/database/drizzle.ts';
import type { Placeholder, SQL } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { prepareOnce } from '#server/database/prepareOnce.ts';
import { leadCounts } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/**
 * Changes the lead count of a list, in the transaction that inserts or deletes the leads. Call it last, because it
 * locks the count.
 * @param isReordered whether leads may have moved within the list; if so, the count is written even without a change
 */
export const addToLeadCount = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  list: LeadList,
  change: number,
  isReordered = false,
): Promise<void> => {
  if (change === 0 && !isReordered) return;
  await tx
    .insert(leadCounts)
    .values({ workspaceId, list, total: change })
    .onConflictDoUpdate({
      target: [leadCounts.workspaceId, leadCounts.list],
      set: { total: sql`${leadCounts.total} + excluded.total` },
    });
};

const leadCount = prepareOnce((db) =>
  db
    .select({ total: leadCounts.total })
    .from(leadCounts)
    .where(
      and(eq(leadCounts.workspaceId, sql.placeholder('workspaceId')), eq(leadCounts.list, sql.placeholder('list'))),
    )
    .prepare('lead_count'),
);

export const readLeadCount = async (db: Queryable, workspaceId: WorkspaceId, list: LeadList): Promise<number> => {
  const [count] = await leadCount(db).execute({ workspaceId, list });
  return count?.total ?? 0;
};

/** The lead count as a subquery. A list that never had a lead has no row. */
export const leadCountOf = (workspaceId: WorkspaceId | Placeholder, list: LeadList | Placeholder): SQL =>
  sql`select ${leadCounts.total} from ${leadCounts} where ${leadCounts.workspaceId} = ${workspaceId} and ${leadCounts.list} = ${list}`;

/**
 * The version of a list as a subquery: the transaction that last wrote the count. It differs after each change of the
 * rows or their order.
 */
export const leadListVersionOf = (workspaceId: WorkspaceId | Placeholder, list: LeadList | Placeholder): SQL =>
  sql`select ${leadCounts}.xmin::text from ${leadCounts} where ${leadCounts.workspaceId} = ${workspaceId} and ${leadCounts.list} = ${list}`;

export type OwnedLeadList = { workspaceId: WorkspaceId; list: LeadList };

/** The lists with leads, of all workspaces. */
export const listLeadLists = (db: Queryable): Promise<OwnedLeadList[]> =>
  db
    .select({ workspaceId: leadCounts.workspaceId, list: leadCounts.list })
    .from(leadCounts)
    .where(gt(leadCounts.total, 0))
    .orderBy(leadCounts.workspaceId, leadCounts.list);
