import { defaultLeadStatuses } from '#shared/leadStatuses.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { asc, eq, sql } from '#server/database/drizzle.ts';
import { leadStatuses, leadWork } from '#server/database/schema.ts';
import { isOfLead } from '#server/modules/leads/work/changes.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** The ladder of a workspace, in order. */
export const readLadder = async (db: Queryable, workspaceId: WorkspaceId): Promise<readonly LeadStatus[]> => {
  const { id, name, color, meaning } = leadStatuses;
  const rows = await db
    .select({ id, name, color, meaning })
    .from(leadStatuses)
    .where(eq(leadStatuses.workspaceId, workspaceId))
    .orderBy(asc(leadStatuses.position));
  return rows.length > 0 ? rows : defaultLeadStatuses;
};

/** The step of untouched leads. @throws Error for a ladder without a step that means new */
export const firstStep = (ladder: readonly LeadStatus[]): LeadStatus => {
  const step = ladder.find(({ meaning }) => meaning === 'new');
  if (!step) throw new Error('The ladder has no step that means new');
  return step;
};

/** Locks the ladder until the transaction ends. A shared lock only blocks changes to the ladder. */
export const lockLadder = async (tx: Transaction, workspaceId: WorkspaceId, isShared: boolean): Promise<void> => {
  const key = sql`hashtextextended(${`lead statuses ${workspaceId}`}, 0)`;
  await tx.execute(
    isShared ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`,
  );
};

/** Counts the leads that people moved to each step. */
export const countLeadsByStep = async (db: Queryable, workspaceId: WorkspaceId): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ id: string; leads: number }>(sql`
    select status_id as id, count(*)::int as leads from ${leadWork} as w
    where workspace_id = ${workspaceId} and status_id is not null and ${isOfLead(workspaceId, sql`w`)} group by 1`);
  return new Map(rows.map(({ id, leads }) => [id, leads]));
};

export const replaceLadder = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  ladder: readonly LeadStatus[],
): Promise<void> => {
  await tx.delete(leadStatuses).where(eq(leadStatuses.workspaceId, workspaceId));
  await tx.insert(leadStatuses).values(ladder.map((step, position) => ({ ...step, workspaceId, position })));
};
