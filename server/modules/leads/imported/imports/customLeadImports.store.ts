import { and, count, eq, gt, lt, lte, or, sql } from '#server/database/drizzle.ts';
import { idempotencyKeyHours } from '#shared/limits.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { deleteBefore } from '#server/database/deleteInSteps.ts';
import { analyzeManyRows } from '#server/database/joinManyRows.ts';
import { databaseNow, fromNow } from '#server/database/leases/fromNow.ts';
import { customLeadBatches, customLeadImports, leads } from '#server/database/schema.ts';
import { uploadTimeoutMs } from '#server/lib/http/uploadTimeout.ts';
import { newId } from '#server/lib/ids.ts';
import { addImported, finishImport, insertActivity } from '#server/modules/leads/actions/activities.store.ts';
import { addToLeadCount } from '#server/modules/leads/store/leadCounts.store.ts';
import { lockCustomLeads, toBatchText, upsertBatch } from '#server/modules/leads/imported/customLeads.store.ts';
import { batchLimits } from './toBatches.ts';
import type { ImportedLead } from '#server/modules/leads/imported/ImportedLead.ts';
import { liftMarks } from '#server/modules/leads/imported/erasedRows.store.ts';
import type { CountryCode } from '#shared/leadFiles/cells/readCountry.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

export type ImportKey = { workspaceId: WorkspaceId; importId: string };

/** Longer than a request can take to arrive. */
export const receiveSeconds = uploadTimeoutMs / 1000 + 60;
/** Longer than storing any batch takes. An import without progress for this time is taken over. */
const idleSeconds = 20;
const idleEnd = fromNow(idleSeconds);
/** A finished import is kept as long as the key of its request, because the request may be repeated. */
const keepSeconds = { done: idempotencyKeyHours * 3_600, givenUp: 3_600 };

const isImport = ({ workspaceId, importId }: ImportKey) =>
  and(eq(customLeadImports.workspaceId, workspaceId), eq(customLeadImports.id, importId));
const ofImport = ({ workspaceId, importId }: ImportKey) =>
  and(eq(customLeadBatches.workspaceId, workspaceId), eq(customLeadBatches.importId, importId));

/** Counts running imports. If a process ended while receiving, its import counts until the request would time out. */
export const countOpenImports = async (db: Queryable, workspaceId: WorkspaceId): Promise<number> => {
  const { state, dueAt } = customLeadImports;
  const isOpen = or(eq(state, 'accepted'), and(eq(state, 'receiving'), gt(dueAt, databaseNow)));
  const [row] = await db
    .select({ open: count() })
    .from(customLeadImports)
    .where(and(eq(customLeadImports.workspaceId, workspaceId), isOpen));
  return row?.open ?? 0;
};

/** Whether an import with this id was accepted since a time. Deletes an older or unaccepted import with this id. */
export const findEarlierTry = async (db: Queryable, key: ImportKey, since: Date): Promise<boolean> => {
  const { state, createdAt } = customLeadImports;
  const isOld = and(eq(state, 'done'), lt(createdAt, since));
  await db.delete(customLeadImports).where(and(isImport(key), or(eq(state, 'receiving'), isOld)));
  const found = await db.select({ id: customLeadImports.id }).from(customLeadImports).where(isImport(key));
  return found.length > 0;
};

/** Begins an import. The import is deleted unless it is accepted in time. */
export const insertImport = async (
  db: Queryable,
  { workspaceId, importId: id }: ImportKey,
  createdAt: Date,
): Promise<void> => {
  await db
    .insert(customLeadImports)
    .values({ workspaceId, id, state: 'receiving', createdAt, dueAt: fromNow(receiveSeconds) });
};

/**
 * Stores a batch of rows until the import is accepted. The identities within a batch must be distinct.
 * @param country the country of phone numbers without a country code
 */
export const insertBatch = async (
  db: Queryable,
  key: ImportKey,
  number: number,
  rows: readonly ImportedLead[],
  country: CountryCode | null = null,
): Promise<void> => {
  await db.insert(customLeadBatches).values({ ...key, number, rows: toBatchText(rows, { country }) });
};

/** Accepts an import. Any process can then complete it. */
export const acceptImport = async (tx: Transaction, key: ImportKey, authorId: string): Promise<void> => {
  const activityId = newId();
  const [accepted] = await tx
    .update(customLeadImports)
    .set({ state: 'accepted', dueAt: idleEnd, activityId })
    .where(isImport(key))
    .returning({ at: customLeadImports.createdAt });
  // The import was deleted meanwhile, together with the account.
  if (!accepted) return;
  const { workspaceId } = key;
  await insertActivity(tx, { workspaceId, id: activityId, ...accepted, authorId, kind: 'import', finishedAt: null });
};

export const deleteImport = async (db: Queryable, key: ImportKey): Promise<void> => {
  await db.delete(customLeadImports).where(isImport(key));
};

/** Leads that an import added, and rows that contained nothing new. */
export type CompleteCounts = { inserted: number; unchanged: number };

/**
 * Stores the next batch of an accepted import, or completes the import when no batch is left. Simultaneous callers take
 * turns and continue with the next batch.
 * @returns the counts of a complete import, otherwise null
 */
export const applyNextBatch = async (tx: Transaction, key: ImportKey): Promise<CompleteCounts | null> => {
  const [open] = await tx.select().from(customLeadImports).where(isImport(key)).for('update');
  if (!open) return { inserted: 0, unchanged: 0 };
  const complete = { inserted: open.inserted, unchanged: open.unchanged };
  if (open.state === 'done') return complete;
  const [batch] = await tx
    .select({ number: customLeadBatches.number })
    .from(customLeadBatches)
    .where(ofImport(key))
    .orderBy(customLeadBatches.number)
    .limit(1);
  if (!batch) {
    await tx.update(customLeadImports).set({ state: 'done' }).where(isImport(key));
    // Update the statistics, so that the planner expects many rows in this workspace.
    await analyzeManyRows(tx, leads, open.inserted, leads.workspaceId);
    await addToLeadCount(tx, key.workspaceId, 'custom', open.inserted);
    if (open.activityId !== null) await finishImport(tx, { workspaceId: key.workspaceId, id: open.activityId });
    return complete;
  }
  await lockCustomLeads(tx, key.workspaceId);
  const isBatch = and(ofImport(key), eq(customLeadBatches.number, batch.number));
  const rows = sql`(select ${customLeadBatches.rows} from ${customLeadBatches} where ${isBatch})`;
  const { activityId, createdAt: now } = open;
  const rowsBefore = batch.number * batchLimits.rows;
  const options = { now, renewUnchanged: true, activityId, rowsBefore };
  const { inserted, unchanged, kept } = await upsertBatch(tx, key.workspaceId, rows, options);
  await liftMarks(tx, key.workspaceId, rows, activityId);
  if (activityId !== null)
    await addImported(tx, { workspaceId: key.workspaceId, id: activityId }, { inserted, updated: kept });
  await tx.delete(customLeadBatches).where(isBatch);
  await tx
    .update(customLeadImports)
    .set({ inserted: open.inserted + inserted, unchanged: open.unchanged + unchanged, dueAt: idleEnd })
    .where(isImport(key));
  return null;
};

/** Claims accepted imports without progress, of all workspaces. Each import is leased to one caller. */
export const claimAbandonedImports = async (tx: Transaction, limitRows: number): Promise<ImportKey[]> => {
  const key = { workspaceId: customLeadImports.workspaceId, importId: customLeadImports.id };
  const isDue = and(eq(customLeadImports.state, 'accepted'), lte(customLeadImports.dueAt, databaseNow));
  const due = await tx.select(key).from(customLeadImports).where(isDue).limit(limitRows);
  const claimed: ImportKey[] = [];
  // One at a time, because Citus cannot lock rows of several workspaces. Claimed imports are no longer due for others.
  for (const each of due)
    claimed.push(
      ...(await tx
        .update(customLeadImports)
        .set({ dueAt: idleEnd })
        .where(and(isImport(each), isDue))
        .returning(key)),
    );
  return claimed;
};

/** Releases all running imports: accepted imports become due at once, and incomplete imports are deleted. */
export const abandonImports = async (tx: Transaction): Promise<void> => {
  await tx.delete(customLeadImports).where(eq(customLeadImports.state, 'receiving'));
  await tx.update(customLeadImports).set({ dueAt: databaseNow }).where(eq(customLeadImports.state, 'accepted'));
};

/** Deletes imports that ended long ago, and imports that their client never completed. */
export const deleteOldImports = async (db: Queryable, signal: AbortSignal): Promise<number> => {
  const { state, dueAt } = customLeadImports;
  const deleteOld = (of: 'done' | 'receiving', seconds: number) =>
    deleteBefore(db, customLeadImports, dueAt, fromNow(-seconds), { where: eq(state, of), signal });
  return (await deleteOld('done', keepSeconds.done)) + (await deleteOld('receiving', keepSeconds.givenUp));
};
