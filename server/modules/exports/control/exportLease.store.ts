import { and, eq, gt, inArray } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { databaseNow } from '#server/database/leases/fromNow.ts';
import { leaseOf, requireHeld } from '#server/database/leases/lease.ts';
import type { LeaseHolder } from '#server/database/leases/lease.ts';
import { exports } from '#server/database/schema.ts';
import { isExport, unfinishedStates } from '#server/modules/exports/exports.store.ts';
import type { ExportKey, ExportRow } from '#server/modules/exports/exports.store.ts';

/*
 * The worker of an export holds its lease, so a resumed or repeated job never writes at the same time as another
 * worker.
 */

/** The lease on an export. */
export type ExportLease = ExportKey & LeaseHolder;

/** Interval between lease extensions. It is short, because a waiting worker detects a cancel by a failed extension. */
export const exportLease = leaseOf(exports, { seconds: 15, extensions: 5 });

const isOpen = inArray(exports.state, [...unfinishedStates]);
const held = (lease: ExportLease) => and(isExport(lease), exportLease.isHeldBy(lease));

/** Leases the export to the caller. Null while another worker holds the lease, or when the export has ended. */
export const takeExportLease = async (db: Queryable, lease: ExportLease): Promise<ExportRow | null> => {
  const [row] = await db
    .update(exports)
    .set(exportLease.takenBy(lease))
    .where(and(isExport(lease), isOpen, exportLease.isFree))
    .returning();
  return row ?? null;
};

/** False when the export has ended or belongs to another worker. */
export const extendExportLease = async (db: Queryable, lease: ExportLease): Promise<boolean> => {
  const rows = await db
    .update(exports)
    .set(exportLease.extended)
    .where(and(held(lease), isOpen))
    .returning({ id: exports.id });
  return rows.length > 0;
};

/** Releases the lease, so that the next worker can start at once. */
export const releaseExportLease = async (db: Queryable, lease: ExportLease): Promise<void> => {
  await db
    .update(exports)
    .set({ leasedUntil: databaseNow })
    .where(and(held(lease), gt(exports.leasedUntil, databaseNow)));
};

/**
 * Updates the export and keeps it locked until the transaction ends.
 * @throws LeaseLostError when it has ended or belongs to another worker; nothing may be stored then
 */
export const lockLeasedExport = async (
  tx: Transaction,
  lease: ExportLease,
  state: 'queued' | 'running',
): Promise<ExportRow> =>
  requireHeld(
    await tx
      .select()
      .from(exports)
      .where(and(held(lease), eq(exports.state, state)))
      .for('update'),
  );
