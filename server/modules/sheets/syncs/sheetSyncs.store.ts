import { and, count, desc, eq, ne, sql } from '#server/database/drizzle.ts';
import type { PageRequest } from '#shared/contracts/paging.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { sheetOwners, sheetSyncRuns, sheetSyncs } from '#server/database/schema.ts';
import type { SheetSyncRunRow } from './runs/sheetSyncRuns.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

export type SheetSyncRow = typeof sheetSyncs.$inferSelect;
export type SheetSyncWithRun = {
  sync: SheetSyncRow;
  lastRun: SheetSyncRunRow | null;
  /** The other workspace that owns the document, or null. */
  otherHolder: string | null;
};

const byId = (workspaceId: WorkspaceId, id: string) =>
  and(eq(sheetSyncs.workspaceId, workspaceId), eq(sheetSyncs.id, id));

/** Serializes the creations of one workspace, so that the limit holds. */
export const createOneAtATime = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sheet syncs ${workspaceId}`}, 0))`);
};

export const countSheetSyncs = async (db: Queryable, workspaceId: WorkspaceId): Promise<number> => {
  const [row] = await db.select({ total: count() }).from(sheetSyncs).where(eq(sheetSyncs.workspaceId, workspaceId));
  return row?.total ?? 0;
};

export const insertSheetSync = async (tx: Transaction, row: typeof sheetSyncs.$inferInsert): Promise<SheetSyncRow> => {
  const [inserted] = await tx.insert(sheetSyncs).values(row).returning();
  if (!inserted) throw new Error('A sheet was not stored');
  return inserted;
};

export const findSheetSyncRow = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  id: string,
): Promise<SheetSyncRow | null> => {
  const [row] = await db.select().from(sheetSyncs).where(byId(workspaceId, id));
  return row ?? null;
};

export const hasSheetSync = async (db: Queryable, workspaceId: WorkspaceId, id: string): Promise<boolean> => {
  const rows = await db.select({ id: sheetSyncs.id }).from(sheetSyncs).where(byId(workspaceId, id));
  return rows.length > 0;
};

/** Newest first, each with its newest run. */
export const listSheetSyncRows = (
  db: Queryable,
  workspaceId: WorkspaceId,
  { page, limit }: PageRequest,
): Promise<SheetSyncWithRun[]> =>
  db
    .select({ sync: sheetSyncs, lastRun: sheetSyncRuns, otherHolder: sheetOwners.workspaceId })
    .from(sheetSyncs)
    .leftJoin(
      sheetSyncRuns,
      and(
        eq(sheetSyncRuns.workspaceId, sheetSyncs.workspaceId),
        eq(sheetSyncRuns.syncId, sheetSyncs.id),
        eq(sheetSyncRuns.id, sheetSyncs.lastRunId),
      ),
    )
    .leftJoin(
      sheetOwners,
      and(
        eq(sheetOwners.documentId, sheetSyncs.documentId),
        ne(sheetOwners.workspaceId, sheetSyncs.workspaceId),
        eq(sheetSyncs.isPublished, false),
      ),
    )
    .where(eq(sheetSyncs.workspaceId, workspaceId))
    .orderBy(desc(sheetSyncs.createdAt), desc(sheetSyncs.id))
    .limit(limit)
    .offset((page - 1) * limit);

/** Deletes a record and its runs. False when the workspace has no such record. */
export const deleteSheetSyncRow = async (db: Queryable, workspaceId: WorkspaceId, id: string): Promise<boolean> => {
  const deleted = await db.delete(sheetSyncs).where(byId(workspaceId, id)).returning({ id: sheetSyncs.id });
  return deleted.length > 0;
};

/**
 * Moves due records of all workspaces to their next slot and returns them. Slots missed while no worker was running
 * count as one.
 */
export const claimDueSheetSyncs = async (
  tx: Transaction,
  intervalSeconds: number,
  limitRows: number,
): Promise<{ workspaceId: WorkspaceId; id: string }[]> => {
  const slots = sql`floor(extract(epoch from now() - ${sheetSyncs.nextRunAt}) / ${intervalSeconds}::float8) + 1`;
  const due = sql`
    select ${sheetSyncs.workspaceId}, ${sheetSyncs.id} from ${sheetSyncs}
    where ${sheetSyncs.nextRunAt} <= now() order by ${sheetSyncs.nextRunAt} limit ${limitRows} for update skip locked`;
  return tx
    .update(sheetSyncs)
    .set({ nextRunAt: sql`${sheetSyncs.nextRunAt} + (${slots}) * make_interval(secs => ${intervalSeconds})` })
    .where(sql`(${sheetSyncs.workspaceId}, ${sheetSyncs.id}) in (${due})`)
    .returning({ workspaceId: sheetSyncs.workspaceId, id: sheetSyncs.id });
};
