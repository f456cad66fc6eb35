import { and, count, eq, gt, inArray, lt, lte, or, sql } from '#server/database/drizzle.ts';
import { idempotencyKeyHours } from '#shared/limits.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { deleteBefore } from '#server/database/deleteInSteps.ts';
import { databaseNow, fromNow } from '#server/database/leases/fromNow.ts';
import { customLeadBatches, customLeadImports } from '#server/database/schema.ts';
import { uploadTimeoutMs } from '#server/lib/http/uploadTimeout.ts';
import { addToLeadCount } from '#server/modules/leads/lists/leadCounts.store.ts';
import { lockCustomLeads, toBatchText, upsertBatch } from '#server/modules/customLeads/customLeads.store.ts';
import type { ImportedLead } from '#server/modules/customLeads/ImportedLead.ts';
import { liftMarks } from '#server/modules/customLeads/erasedRows.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

export type ImportKey = { workspaceId: WorkspaceId; importId: string };

/** Longer than a request may take to arrive. */
export const receiveSeconds = uploadTimeoutMs / 1000 + 60;
/** Longer than any batch takes to be stored: an import that rests for so long is taken over. */
const idleSeconds = 20;
const idleEnd = fromNow(idleSeconds);
/** A repeated request may ask for its import as long as its key is remembered. */
const keepSeconds = { done: idempotencyKeyHours * 3_600, givenUp: 3_600 };

const isImport = ({ workspaceId, importId }: ImportKey) =>
  and(eq(customLeadImports.workspaceId, workspaceId), eq(customLeadImports.id, importId));
const ofImport = ({ workspaceId, importId }: ImportKey) =>
  and(eq(customLeadBatches.workspaceId, workspaceId), eq(customLeadBatches.importId, importId));

/** Imports under way. One whose process has ended while it was received counts until no client would still be sending. */
export const countOpenImports = async (db: Queryable, workspaceId: WorkspaceId): Promise<number> => {
  const { state, dueAt } = customLeadImports;
  const isOpen = or(eq(state, 'accepted'), and(eq(state, 'receiving'), gt(dueAt, databaseNow)));
  const [row] = await db
    .select({ open: count() })
    .from(customLeadImports)
    .where(and(eq(customLeadImports.workspaceId, workspaceId), isOpen));
  return row?.open ?? 0;
};

/** Whether an import with this id was accepted since then. An older one, or one that never came so far, is forgotten. */
export const findEarlierTry = async (db: Queryable, key: ImportKey, since: Date): Promise<boolean> => {
  const { state, createdAt } = customLeadImports;
  const isOld = and(eq(state, 'done'), lt(createdAt, since));
  await db.delete(customLeadImports).where(and(isImport(key), or(eq(state, 'receiving'), isOld)));
  const found = await db.select({ id: customLeadImports.id }).from(customLeadImports).where(isImport(key));
  return found.length > 0;
};

/** Begins an import, which is given up unless it was accepted in time. */
export const insertImport = async (
  db: Queryable,
  { workspaceId, importId: id }: ImportKey,
  createdAt: Date,
): Promise<void> => {
  await db
    .insert(customLeadImports)
    .values({ workspaceId, id, state: 'receiving', createdAt, dueAt: fromNow(receiveSeconds) });
};

/** Keeps rows of an import until it is accepted. No identity may occur twice in one batch. */
export const insertBatch = async (
  db: Queryable,
  key: ImportKey,
  number: number,
  rows: readonly ImportedLead[],
): Promise<void> => {
  await db.insert(customLeadBatches).values({ ...key, number, rows: toBatchText(rows) });
};

/** From here on the import is brought to its end, by whichever process. */
export const acceptImport = async (db: Queryable, key: ImportKey): Promise<void> => {
  await db.update(customLeadImports).set({ state: 'accepted', dueAt: idleEnd }).where(isImport(key));
};

export const deleteImport = async (db: Queryable, key: ImportKey): Promise<void> => {
  await db.delete(customLeadImports).where(isImport(key));
};

/**
 * Stores the next batch of an accepted import, or ends it when there is none left. Whoever does the same at the same time
 * waits, and then goes on with the batch after.
 * @returns the leads that the import has added, once it is done; null while it is not
 */
export const applyNextBatch = async (tx: Transaction, key: ImportKey): Promise<number | null> => {
  const [open] = await tx.select().from(customLeadImports).where(isImport(key)).for('update');
  if (!open || open.state === 'done') return open?.inserted ?? 0;
  const [batch] = await tx
    .select({ number: customLeadBatches.number })
    .from(customLeadBatches)
    .where(ofImport(key))
    .orderBy(customLeadBatches.number)
    .limit(1);
  if (!batch) {
    await tx.update(customLeadImports).set({ state: 'done' }).where(isImport(key));
    await addToLeadCount(tx, key.workspaceId, 'custom', open.inserted);
    return open.inserted;
  }
  await lockCustomLeads(tx, key.workspaceId);
  const isBatch = and(ofImport(key), eq(customLeadBatches.number, batch.number));
  const rows = sql`(select ${customLeadBatches.rows} from ${customLeadBatches} where ${isBatch})`;
  const { inserted } = await upsertBatch(tx, key.workspaceId, rows, { now: open.createdAt, renewUnchanged: true });
  await liftMarks(tx, key.workspaceId, rows);
  await tx.delete(customLeadBatches).where(isBatch);
  await tx
    .update(customLeadImports)
    .set({ inserted: open.inserted + inserted, dueAt: idleEnd })
    .where(isImport(key));
  return null;
};

/** Accepted imports that nobody goes on with, of all people; each is given to one caller, who has as long as anybody before. */
export const claimAbandonedImports = async (tx: Transaction, limitRows: number): Promise<ImportKey[]> => {
  const due = tx
    .select({ id: customLeadImports.id })
    .from(customLeadImports)
    .where(and(eq(customLeadImports.state, 'accepted'), lte(customLeadImports.dueAt, databaseNow)))
    .limit(limitRows)
    .for('update', { skipLocked: true });
  const claimed = await tx
    .update(customLeadImports)
    .set({ dueAt: idleEnd })
    .where(inArray(customLeadImports.id, due))
    .returning({ workspaceId: customLeadImports.workspaceId, importId: customLeadImports.id });
  return claimed;
};

/** Gives up all imports that are under way: accepted ones fall due, and nothing stays of those that were being received. */
export const abandonImports = async (tx: Transaction): Promise<void> => {
  await tx.delete(customLeadImports).where(eq(customLeadImports.state, 'receiving'));
  await tx.update(customLeadImports).set({ dueAt: databaseNow }).where(eq(customLeadImports.state, 'accepted'));
};

/** Forgets imports that ended long ago, and those whose client never came to the end. */
export const deleteOldImports = async (db: Queryable, signal: AbortSignal): Promise<number> => {
  const { state, dueAt } = customLeadImports;
  const deleteOld = (of: 'done' | 'receiving', seconds: number) =>
    deleteBefore(db, customLeadImports, dueAt, fromNow(-seconds), { where: eq(state, of), signal });
  return (await deleteOld('done', keepSeconds.done)) + (await deleteOld('receiving', keepSeconds.givenUp));
};
