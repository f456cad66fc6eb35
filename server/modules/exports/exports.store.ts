import { sheetPlatform } from '#shared/platforms.ts';
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from '#server/database/drizzle.ts';
import type { ExportState } from '#shared/contracts/exports.ts';
import type { ErrorCode } from '#shared/errorCodes.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import type { LeaseHolder } from '#server/database/leases/lease.ts';
import { connections, exports } from '#server/database/schema.ts';
import { resumableSince } from './control/resumableSince.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

export type ExportRow = typeof exports.$inferSelect;
export type ExportKey = Pick<ExportRow, 'workspaceId' | 'id'>;
export type NewExport = Pick<
  ExportRow,
  'workspaceId' | 'id' | 'orderedBy' | 'ref' | 'platform' | 'state' | 'title' | 'query' | 'source' | 'createdAt'
>;
type ExportChange = Partial<Omit<ExportRow, 'workspaceId' | 'id' | 'ref' | 'createdAt' | 'leaseId' | 'leasedUntil'>>;

export const unfinishedStates = ['waiting', 'queued', 'running'] as const satisfies readonly ExportState[];
const openStates: readonly ExportState[] = unfinishedStates;

export const isFinished = ({ state }: Pick<ExportRow, 'state'>): boolean => !openStates.includes(state);

export const isExport = ({ workspaceId, id }: ExportKey) =>
  and(eq(exports.workspaceId, workspaceId), eq(exports.id, id));

/** The new row, or null when the workspace already has one with the same ref. */
export const insertExport = async (tx: Transaction, row: NewExport): Promise<ExportRow | null> => {
  const [inserted] = await tx
    .insert(exports)
    .values(row)
    .onConflictDoNothing({ target: [exports.workspaceId, exports.ref] })
    .returning();
  return inserted ?? null;
};

export const findExport = async (db: Queryable, key: ExportKey): Promise<ExportRow | null> => {
  const [row] = await db.select().from(exports).where(isExport(key));
  return row ?? null;
};

/** Locked until the transaction ends, so that both halves of a click and the job see each other's changes. */
export const lockExport = async (tx: Transaction, key: ExportKey): Promise<ExportRow | null> => {
  const [row] = await tx.select().from(exports).where(isExport(key)).for('update');
  return row ?? null;
};

export const lockExportByRef = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  ref: string,
): Promise<ExportRow | null> => {
  const [row] = await tx
    .select()
    .from(exports)
    .where(and(eq(exports.workspaceId, workspaceId), eq(exports.ref, ref)))
    .for('update');
  return row ?? null;
};

export const updateExport = async (db: Queryable, key: ExportKey, change: ExportChange): Promise<void> => {
  await db.update(exports).set(change).where(isExport(key));
};

/**
 * Ends a run once; null when it has already ended. A worker passes its lease and ends the run only while it holds the
 * lease. Other callers pass null and leave the lease to its holder, whose next extension fails.
 */
export const endExport = async (
  tx: Transaction,
  key: ExportKey,
  lease: LeaseHolder | null,
  change: ExportChange & { state: ExportState },
): Promise<ExportRow | null> => {
  const isMine = lease ? eq(exports.leaseId, lease.leaseId) : undefined;
  const [row] = await tx
    .update(exports)
    .set(change)
    .where(and(isExport(key), inArray(exports.state, [...unfinishedStates]), isMine))
    .returning();
  return row ?? null;
};

/** Ends all running and resumable exports of a workspace for good. */
export const endExportsForGood = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  code: ErrorCode,
  error: string,
  now: Date,
): Promise<void> => {
  await tx
    .update(exports)
    .set({ state: 'failed', code, error, finishedAt: now })
    .where(
      and(
        eq(exports.workspaceId, workspaceId),
        ne(exports.state, 'complete'),
        or(isNull(exports.finishedAt), gt(exports.finishedAt, resumableSince(now))),
      ),
    );
};

/** Cancels the person's running exports: no one is left to notify. */
export const cancelExportsOf = (tx: Transaction, { workspaceId, userId }: Member, now: Date): Promise<ExportRow[]> =>
  tx
    .update(exports)
    .set({ state: 'cancelled', finishedAt: now })
    .where(
      and(
        eq(exports.workspaceId, workspaceId),
        eq(exports.orderedBy, userId),
        inArray(exports.state, [...unfinishedStates]),
      ),
    )
    .returning();

/** Reopens an ended run. The sweep counts its age from now, unless its last worker still holds the lease. */
export const reopenExport = async (
  tx: Transaction,
  key: ExportKey,
  state: 'queued' | 'running',
): Promise<ExportRow | null> => {
  const [row] = await tx
    .update(exports)
    .set({
      state,
      code: null,
      error: null,
      finishedAt: null,
      leasedUntil: sql`greatest(${exports.leasedUntil}, now())`,
    })
    .where(isExport(key))
    .returning();
  return row ?? null;
};

/**
 * Stores the spreadsheet of a run, unless it has one.
 * @returns the stored spreadsheet; null when the export is gone
 */
export const claimSpreadsheet = async (
  db: Queryable,
  key: ExportKey,
  file: { spreadsheetId: string; url: string },
): Promise<{ spreadsheetId: string; url: string } | null> => {
  await db
    .update(exports)
    .set(file)
    .where(and(isExport(key), isNull(exports.spreadsheetId)));
  const row = await findExport(db, key);
  return row?.spreadsheetId && row.url ? { spreadsheetId: row.spreadsheetId, url: row.url } : null;
};

export const listNewestExports = (db: Queryable, workspaceId: WorkspaceId, limitRows: number): Promise<ExportRow[]> =>
  db
    .select()
    .from(exports)
    .where(eq(exports.workspaceId, workspaceId))
    .orderBy(desc(exports.createdAt), desc(exports.id))
    .limit(limitRows);

/** Serializes export transactions of one workspace with a separate advisory lock. */
export const countOneAtATime = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`exports ${workspaceId}`}, 0))`);
};

export const countUnfinishedExports = async (db: Queryable, workspaceId: WorkspaceId): Promise<number> => {
  const [row] = await db
    .select({ unfinished: count() })
    .from(exports)
    .where(and(eq(exports.workspaceId, workspaceId), inArray(exports.state, [...unfinishedStates])));
  return row?.unfinished ?? 0;
};

/**
 * Runs of all workspaces that have had no worker since then. A restore backdates their leases, because their jobs are
 * gone.
 */
export const listAbandonedExports = (db: Queryable, idleSince: Date, limitRows: number): Promise<ExportRow[]> =>
  db
    .select()
    .from(exports)
    .where(
      and(
        inArray(exports.state, [...unfinishedStates]),
        or(and(isNull(exports.leasedUntil), lt(exports.createdAt, idleSince)), lt(exports.leasedUntil, idleSince)),
      ),
    )
    .limit(limitRows);

/**
 * Locks and returns the newest runs of a workspace that failed since then because this platform refused the grant.
 * Exports use the Google grant to write and the other grants to read rows.
 */
export const lockExportsWithoutGrant = (
  tx: Transaction,
  workspaceId: WorkspaceId,
  platform: PlatformId,
  failedAfter: Date,
  limitRows: number,
): Promise<ExportRow[]> => {
  const isReading = and(isNull(exports.gatheredAt), eq(exports.platform, platform));
  return tx
    .select()
    .from(exports)
    .where(
      and(
        eq(exports.workspaceId, workspaceId),
        eq(exports.state, 'failed'),
        eq(exports.code, 'RECONNECT_NEEDED'),
        gt(exports.finishedAt, failedAfter),
        platform === sheetPlatform ? or(isReading, isNotNull(exports.gatheredAt)) : isReading,
      ),
    )
    .orderBy(desc(exports.createdAt))
    .limit(limitRows)
    .for('update');
};

/** Permissions of the workspace's usable Google connection; null without one. */
export const findGoogleScopes = async (db: Queryable, workspaceId: WorkspaceId): Promise<string[] | null> => {
  const [connection] = await db
    .select({ grantedScopes: connections.grantedScopes })
    .from(connections)
    .where(
      and(
        eq(connections.workspaceId, workspaceId),
        eq(connections.platform, sheetPlatform),
        isNull(connections.reconnectReason),
      ),
    );
  return connection?.grantedScopes ?? null;
};
