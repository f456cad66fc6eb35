import { and, eq, gt, inArray, isNull, lte, or, sql } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { fromNow } from '#server/database/fromNow.ts';
import { exports } from '#server/database/schema.ts';
import { isExport, unfinishedStates } from './exports.store.ts';
import type { ExportKey, ExportRow } from './exports.store.ts';

/*
 * Whoever works on an export holds its lease: a job that was resumed or taken for lost never writes beside a worker that
 * still does. The database's clock decides, since those of the servers differ. A killed worker keeps its lease until it
 * runs out.
 */

/** Who works on which export. */
export type ExportLease = ExportKey & { leaseId: string };

export const exportLeaseSeconds = 15;

const leaseEnd = fromNow(exportLeaseSeconds);
const isOpen = inArray(exports.state, [...unfinishedStates]);
const held = (lease: ExportLease) => and(isExport(lease), eq(exports.leaseId, lease.leaseId));

/** The export is no longer this worker's: it was ended, or somebody else has taken over. */
export class LostLease extends Error {
  override readonly name = 'LostLease';

  constructor() {
    super('the lease of the export is lost');
  }
}

/** The export, which is the caller's from now on; null while somebody else holds it, and when it has ended. */
export const takeExportLease = async (db: Queryable, lease: ExportLease): Promise<ExportRow | null> => {
  const [row] = await db
    .update(exports)
    .set({ leaseId: lease.leaseId, leasedUntil: leaseEnd })
    .where(and(isExport(lease), isOpen, or(isNull(exports.leasedUntil), lte(exports.leasedUntil, sql`now()`))))
    .returning();
  return row ?? null;
};

/** False when the export has ended, or is somebody else's. */
export const renewExportLease = async (db: Queryable, lease: ExportLease): Promise<boolean> => {
  const rows = await db
    .update(exports)
    .set({ leasedUntil: leaseEnd })
    .where(and(held(lease), isOpen))
    .returning({ id: exports.id });
  return rows.length > 0;
};

/** Lets the next worker in at once. */
export const releaseExportLease = async (db: Queryable, lease: ExportLease): Promise<void> => {
  await db
    .update(exports)
    .set({ leasedUntil: sql`now()` })
    .where(and(held(lease), gt(exports.leasedUntil, sql`now()`)));
};

/**
 * The export, locked until the transaction ends, in the state that the caller has brought it to.
 * @throws LostLease when it was ended or is somebody else's; nothing may be stored then
 */
export const lockLeasedExport = async (
  tx: Transaction,
  lease: ExportLease,
  state: 'queued' | 'running',
): Promise<ExportRow> => {
  const [row] = await tx
    .select()
    .from(exports)
    .where(and(held(lease), eq(exports.state, state)))
    .for('update');
  if (!row) throw new LostLease();
  return row;
};

/** Ends the leases of all people: for a start that has the database to itself, so that their holders are gone. */
export const expireExportLeases = async (db: Queryable): Promise<void> => {
  await db
    .update(exports)
    .set({ leasedUntil: sql`now()` })
    .where(gt(exports.leasedUntil, sql`now()`));
};
