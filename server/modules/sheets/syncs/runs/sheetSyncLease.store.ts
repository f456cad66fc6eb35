import { and, eq, getTableColumns, isNotNull, sql } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { databaseNow } from '#server/database/leases/fromNow.ts';
import { leaseOf, requireHeld } from '#server/database/leases/lease.ts';
import type { LeaseHolder } from '#server/database/leases/lease.ts';
import { sheetSyncs } from '#server/database/schema.ts';
import type { SheetSyncRow } from '#server/modules/sheets/syncs/sheetSyncs.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** A run holds the lease of its record, so no other server runs it meanwhile. */
export type LeaseKey = { workspaceId: WorkspaceId; syncId: string } & LeaseHolder;

export const sheetSyncLease = leaseOf(sheetSyncs, { seconds: 24 });

const byId = (workspaceId: WorkspaceId, syncId: string) =>
  and(eq(sheetSyncs.workspaceId, workspaceId), eq(sheetSyncs.id, syncId));
const held = (key: LeaseKey) => and(byId(key.workspaceId, key.syncId), sheetSyncLease.isHeldBy(key));

/**
 * Locks the record until the transaction ends. Returns it with the remaining seconds of its lease (0: free); null when
 * the record is gone.
 */
export const lockSheetSync = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  syncId: string,
): Promise<{ sync: SheetSyncRow; heldSeconds: number } | null> => {
  const [row] = await tx
    .select({
      ...getTableColumns(sheetSyncs),
      heldSeconds: sql<number>`greatest(0, coalesce(extract(epoch from ${sheetSyncs.leasedUntil} - ${databaseNow}), 0))::float8`,
    })
    .from(sheetSyncs)
    .where(byId(workspaceId, syncId))
    .for('update');
  if (!row) return null;
  const { heldSeconds, ...sync } = row;
  return { sync, heldSeconds };
};

/** Takes the lease for a new run of a record that the caller has locked. */
export const takeLease = async (tx: Transaction, key: LeaseKey, runId: number): Promise<void> => {
  await tx
    .update(sheetSyncs)
    .set({ ...sheetSyncLease.takenBy(key), lastRunId: runId })
    .where(byId(key.workspaceId, key.syncId));
};

/** False when the lease is lost: the record is gone, or another run has taken over. */
export const extendLease = async (db: Queryable, key: LeaseKey): Promise<boolean> => {
  const rows = await db
    .update(sheetSyncs)
    .set(sheetSyncLease.extended)
    .where(held(key))
    .returning({ id: sheetSyncs.id });
  return rows.length > 0;
};

/**
 * Locks the record until the transaction ends. @throws LeaseLostError when the lease is lost; nothing may be stored
 * then
 */
export const lockLeased = async (tx: Transaction, key: LeaseKey): Promise<SheetSyncRow> =>
  requireHeld(await tx.select().from(sheetSyncs).where(held(key)).for('update'));

/** Releases the lease. `failingSince`: when the runs started to fail; null: this run succeeded. */
export const releaseLease = async (
  tx: Transaction,
  key: LeaseKey,
  change: { failingSince: Date | null } & Partial<Pick<SheetSyncRow, 'storedHash' | 'columns' | 'noted'>>,
): Promise<void> => {
  await tx
    .update(sheetSyncs)
    .set({ ...change, ...sheetSyncLease.released })
    .where(held(key));
};

/** Runs of all workspaces that still hold their lease, including those of killed workers. */
export const listHeldRuns = (tx: Transaction): Promise<{ workspaceId: WorkspaceId; syncId: string; runId: number }[]> =>
  tx
    .select({ workspaceId: sheetSyncs.workspaceId, syncId: sheetSyncs.id, runId: sheetSyncs.lastRunId })
    .from(sheetSyncs)
    .where(isNotNull(sheetSyncs.leaseId));
