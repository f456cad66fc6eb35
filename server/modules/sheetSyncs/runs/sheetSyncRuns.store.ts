import { and, desc, eq, lte } from '#server/database/drizzle.ts';
import { sheetSyncLimits } from '#shared/limits.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { sheetSyncRuns } from '#server/database/schema.ts';

export type SheetSyncRunRow = typeof sheetSyncRuns.$inferSelect;
/** Which run of which record. */
export type RunKey = Pick<SheetSyncRunRow, 'userId' | 'syncId' | 'id'>;
export type RunEnd = Pick<SheetSyncRunRow, 'state' | 'finishedAt'> &
  Partial<Pick<SheetSyncRunRow, 'rowsRead' | 'rowsAdded' | 'rowsChanged' | 'rowsRejected' | 'rejectedRows' | 'error'>>;

const ofSync = (userId: string, syncId: string) =>
  and(eq(sheetSyncRuns.userId, userId), eq(sheetSyncRuns.syncId, syncId));

/** Begins a run; the oldest of more than `sheetSyncLimits.keptRuns` is forgotten. */
export const insertRun = async (tx: Transaction, { userId, syncId, id }: RunKey, startedAt: Date): Promise<void> => {
  await tx.insert(sheetSyncRuns).values({ userId, syncId, id, state: 'running', startedAt });
  await tx
    .delete(sheetSyncRuns)
    .where(and(ofSync(userId, syncId), lte(sheetSyncRuns.id, id - sheetSyncLimits.keptRuns)));
};

export const endRun = async (tx: Transaction, { userId, syncId, id }: RunKey, end: RunEnd): Promise<void> => {
  await tx
    .update(sheetSyncRuns)
    .set(end)
    .where(and(ofSync(userId, syncId), eq(sheetSyncRuns.id, id)));
};

/** Ends runs whose worker has gone. */
export const endRunningRuns = async (tx: Transaction, userId: string, syncId: string, end: RunEnd): Promise<void> => {
  await tx
    .update(sheetSyncRuns)
    .set(end)
    .where(and(ofSync(userId, syncId), eq(sheetSyncRuns.state, 'running')));
};

/** Newest first. */
export const listRunRows = (db: Queryable, userId: string, syncId: string): Promise<SheetSyncRunRow[]> =>
  db
    .select()
    .from(sheetSyncRuns)
    .where(ofSync(userId, syncId))
    .orderBy(desc(sheetSyncRuns.id))
    .limit(sheetSyncLimits.keptRuns);
