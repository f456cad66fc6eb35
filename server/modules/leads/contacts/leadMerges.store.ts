import type { Queryable, Transaction } from '#server/database/Database.ts';
import { and, asc, desc, eq, inArray, or, sql } from '#server/database/drizzle.ts';
import { leadMerges, leadWork, users } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { readPublicId, toPublicId } from '#server/modules/leads/work/leadKey.ts';
import type { LeadKey } from '#server/modules/leads/work/leadKey.ts';

export type MergeRow = typeof leadMerges.$inferSelect;

const isLead = (table: typeof leadMerges | typeof leadWork, workspaceId: WorkspaceId, { list, leadId }: LeadKey) =>
  and(eq(table.workspaceId, workspaceId), eq(table.list, list), eq(table.leadId, leadId));

/** Blocks other merges and separations in the workspace until the transaction ends. */
export const lockMerges = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`lead merges ${workspaceId}`}, 0))`);
};

/** The merges into a lead, oldest first. */
export const listMergesInto = (db: Queryable, workspaceId: WorkspaceId, intoId: string): Promise<MergeRow[]> =>
  db
    .select()
    .from(leadMerges)
    .where(and(eq(leadMerges.workspaceId, workspaceId), eq(leadMerges.intoId, intoId)))
    .orderBy(asc(leadMerges.position));

export type NamedMerge = LeadKey & Pick<MergeRow, 'intoId' | 'mergedAt'> & { mergedBy: string | null };

/** The merges of these leads into other leads, newest first. */
export const listMergesOf = (
  db: Queryable,
  workspaceId: WorkspaceId,
  keys: readonly LeadKey[],
): Promise<NamedMerge[]> => {
  const { list, leadId, intoId, mergedAt, position } = leadMerges;
  return db
    .select({ list, leadId, intoId, mergedAt, mergedBy: users.name })
    .from(leadMerges)
    .leftJoin(users, eq(users.id, leadMerges.mergedBy))
    .where(or(...keys.map((key) => isLead(leadMerges, workspaceId, key))))
    .orderBy(desc(mergedAt), desc(position));
};

export const findMerge = async (db: Queryable, workspaceId: WorkspaceId, key: LeadKey): Promise<MergeRow | null> => {
  const [row] = await db
    .select()
    .from(leadMerges)
    .where(isLead(leadMerges, workspaceId, key));
  return row ?? null;
};

/** The visible lead that a lead is merged into; null for a lead that is not merged. */
export const findMergedInto = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  key: LeadKey,
): Promise<LeadKey | null> => {
  const [row] = await db
    .select({ mergedInto: leadWork.mergedInto })
    .from(leadWork)
    .where(isLead(leadWork, workspaceId, key));
  return row?.mergedInto ? readPublicId(row.mergedInto) : null;
};

/** All leads that are merged into a visible lead, directly or through another lead. */
export const listMembers = (db: Queryable, workspaceId: WorkspaceId, rootId: string): Promise<LeadKey[]> =>
  db
    .select({ list: leadWork.list, leadId: leadWork.leadId })
    .from(leadWork)
    .where(and(eq(leadWork.workspaceId, workspaceId), eq(leadWork.mergedInto, rootId)))
    .orderBy(asc(leadWork.list), asc(leadWork.leadId));

export const deleteWork = async (tx: Transaction, workspaceId: WorkspaceId, key: LeadKey): Promise<void> => {
  await tx.delete(leadWork).where(isLead(leadWork, workspaceId, key));
};

export const insertMerges = async (
  tx: Transaction,
  merges: readonly (typeof leadMerges.$inferInsert)[],
): Promise<void> => {
  await tx.insert(leadMerges).values([...merges]);
};

export const updateMerge = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  key: LeadKey,
  change: Partial<Pick<MergeRow, 'changes' | 'baseVersion' | 'mergedVersion'>>,
): Promise<void> => {
  await tx
    .update(leadMerges)
    .set(change)
    .where(isLead(leadMerges, workspaceId, key));
};

export const deleteMerge = async (tx: Transaction, workspaceId: WorkspaceId, key: LeadKey): Promise<void> => {
  await tx.delete(leadMerges).where(isLead(leadMerges, workspaceId, key));
};

/** Sets the visible lead of these leads; null makes the leads visible themselves. */
export const setMergedInto = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  keys: readonly LeadKey[],
  mergedInto: string | null,
): Promise<void> => {
  if (keys.length === 0) return;
  await tx
    .update(leadWork)
    .set({ mergedInto })
    .where(
      and(
        eq(leadWork.workspaceId, workspaceId),
        inArray(sql`${leadWork.list} || ':' || ${leadWork.leadId}`, keys.map(toPublicId)),
        inArray(
          leadWork.leadId,
          keys.map(({ leadId }) => leadId),
        ),
      ),
    );
};

/** The leads that were merged into a lead, directly or through another lead. */
export const listDescendants = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  intoId: string,
): Promise<LeadKey[]> => {
  const { rows } = await tx.execute<LeadKey>(sql`
    with recursive below as (
      select list, lead_id from lead_merges where workspace_id = ${workspaceId} and into_id = ${intoId}
      union all
      select next.list, next.lead_id from lead_merges next
      join below on next.workspace_id = ${workspaceId} and next.into_id = below.list || ':' || below.lead_id
    )
    select list, lead_id as "leadId" from below`);
  return rows;
};

/**
 * Repairs merges after a deletion. Leads that were merged into a deleted lead become visible again. When a deleted lead
 * was merged into another lead, that lead keeps the merged values and never returns to its version before the merge.
 * @param ended `endedMerges` of the deletion
 */
export const repairMerges = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  ended: readonly string[],
): Promise<void> => {
  if (ended.length === 0) return;
  await tx
    .update(leadMerges)
    .set({ baseVersion: null })
    .where(and(eq(leadMerges.workspaceId, workspaceId), inArray(leadMerges.intoId, [...ended])));
  await tx.execute(sql`
    with recursive tree as (
      select top.list, top.lead_id, top.into_id as root from lead_merges top
      where top.workspace_id = ${workspaceId} and not exists (
        select 1 from lead_merges above
        where above.workspace_id = ${workspaceId} and above.list || ':' || above.lead_id = top.into_id)
      union all
      select below.list, below.lead_id, tree.root from lead_merges below
      join tree on below.workspace_id = ${workspaceId} and below.into_id = tree.list || ':' || tree.lead_id
    ), shown as (
      select work.list, work.lead_id, tree.root from lead_work work
      left join tree on tree.list = work.list and tree.lead_id = work.lead_id
      where work.workspace_id = ${workspaceId} and work.merged_into is not null
        and work.merged_into is distinct from tree.root
    )
    update lead_work set merged_into = shown.root from shown
    where lead_work.workspace_id = ${workspaceId} and lead_work.list = shown.list and lead_work.lead_id = shown.lead_id`);
};
