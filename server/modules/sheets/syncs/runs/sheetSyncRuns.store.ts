import { and, desc, eq, lte } from '#server/database/drizzle.ts';
import { sheetSyncLimits } from '#shared/limits.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { sheetSyncRuns } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

export type SheetSyncRunRow = typeof sheetSyncRuns.$inferSelect;
/** A run of a record. */
export type RunKey = Pick<SheetSyncRunRow, 'workspaceId' | 'syncId' | 'id'>;
export type RunEnd = Pick<SheetSyncRunRow, 'state' | 'finishedAt'> &
  Partial<
    Pick<
      SheetSyncRunRow,
      'rowsRead' | 'rowsAdded' | 'rowsChanged' | 'rowsRejected' | 'rejectedRows' | 'conflicts' | 'error'
    >
  >;

const ofSync = (workspaceId: WorkspaceId, syncId: string) =>
  and(eq(sheetSyncRuns.workspaceId, workspaceId), eq(sheetSyncRuns.syncId, syncId));

/** Starts a run and deletes the oldest runs beyond `sheetSyncLimits.keptRuns`. */
export const insertRun = async (
  tx: Transaction,
  { workspaceId, syncId, id }: RunKey,
  startedAt: Date,
): Promise<void> => {
  await tx.insert(sheetSyncRuns).values({ workspaceId, syncId, id, state: 'running', startedAt });
  await tx
    .delete(sheetSyncRuns)
    .where(and(ofSync(workspaceId, syncId), lte(sheetSyncRuns.id, id - sheetSyncLimits.keptRuns)));
};

export const endRun = async (tx: Transaction, { workspaceId, syncId, id }: RunKey, end: RunEnd): Promise<void> => {
  await tx
    .update(sheetSyncRuns)
    .set(end)
    .where(and(ofSync(workspaceId, syncId), eq(sheetSyncRuns.id, id)));
};

/** Ends runs whose worker is gone. */
export const endRunningRuns = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  syncId: string,
  end: RunEnd,
): Promise<void> => {
  await tx
    .update(sheetSyncRuns)
    .set(end)
    .where(and(ofSync(workspaceId, syncId), eq(sheetSyncRuns.state, 'running')));
};

/** Newest first. */
export const listRunRows = (db: Queryable, workspaceId: WorkspaceId, syncId: string): Promise<SheetSyncRunRow[]> =>
  db
    .select()
    .from(sheetSyncRuns)
    .where(ofSync(workspaceId, syncId))
    .orderBy(desc(sheetSyncRuns.id))
    .limit(sheetSyncLimits.keptRuns);
