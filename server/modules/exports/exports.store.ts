import { and, count, desc, eq, inArray, isNull, lt, notInArray, sql } from 'drizzle-orm';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { connections, exports, users } from '#server/database/schema.ts';

export type ExportRow = typeof exports.$inferSelect;
export type NewExport = Pick<
  ExportRow,
  'userId' | 'id' | 'ref' | 'platform' | 'state' | 'title' | 'query' | 'createdAt'
>;
type ExportChange = Partial<Omit<ExportRow, 'userId' | 'id' | 'ref' | 'createdAt'>>;

const finishedStates = ['complete', 'failed'] as const;

export const isFinished = ({ state }: Pick<ExportRow, 'state'>): boolean => state === 'complete' || state === 'failed';

const byId = (userId: string, id: string) => and(eq(exports.userId, userId), eq(exports.id, id));

/** The new row, or null when the person already has one with the same ref. */
export const insertExport = async (tx: Transaction, row: NewExport): Promise<ExportRow | null> => {
  const [inserted] = await tx
    .insert(exports)
    .values(row)
    .onConflictDoNothing({ target: [exports.userId, exports.ref] })
    .returning();
  return inserted ?? null;
};

export const findExport = async (db: Queryable, userId: string, id: string): Promise<ExportRow | null> => {
  const [row] = await db.select().from(exports).where(byId(userId, id));
  return row ?? null;
};

/** Locked until the transaction ends, so that the halves of a click and the job see each other's changes. */
export const lockExport = async (tx: Transaction, userId: string, id: string): Promise<ExportRow | null> => {
  const [row] = await tx.select().from(exports).where(byId(userId, id)).for('update');
  return row ?? null;
};

export const lockExportByRef = async (tx: Transaction, userId: string, ref: string): Promise<ExportRow | null> => {
  const [row] = await tx
    .select()
    .from(exports)
    .where(and(eq(exports.userId, userId), eq(exports.ref, ref)))
    .for('update');
  return row ?? null;
};

export const updateExport = async (db: Queryable, userId: string, id: string, change: ExportChange): Promise<void> => {
  await db.update(exports).set(change).where(byId(userId, id));
};

/** Ends a run once: null when it has ended already. */
export const endExport = async (
  tx: Transaction,
  userId: string,
  id: string,
  change: ExportChange,
): Promise<ExportRow | null> => {
  const [row] = await tx
    .update(exports)
    .set(change)
    .where(and(byId(userId, id), notInArray(exports.state, [...finishedStates])))
    .returning();
  return row ?? null;
};

/**
 * Remembers the spreadsheet of a run, unless it has one.
 * @returns the one that counts from now on; null when the export is gone
 */
export const claimSpreadsheet = async (
  db: Queryable,
  userId: string,
  id: string,
  file: { spreadsheetId: string; url: string },
): Promise<{ spreadsheetId: string; url: string } | null> => {
  await db
    .update(exports)
    .set(file)
    .where(and(byId(userId, id), isNull(exports.spreadsheetId)));
  const row = await findExport(db, userId, id);
  return row?.spreadsheetId && row.url ? { spreadsheetId: row.spreadsheetId, url: row.url } : null;
};

export const listNewestExports = (db: Queryable, userId: string, limitRows: number): Promise<ExportRow[]> =>
  db
    .select()
    .from(exports)
    .where(eq(exports.userId, userId))
    .orderBy(desc(exports.createdAt), desc(exports.id))
    .limit(limitRows);

/** Lets the transactions of one person that go through here pass one after another; a lock of its own, held by nobody else. */
export const countOneAtATime = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`exports ${userId}`}, 0))`);
};

export const countUnfinishedExports = async (db: Queryable, userId: string): Promise<number> => {
  const [row] = await db
    .select({ unfinished: count() })
    .from(exports)
    .where(and(eq(exports.userId, userId), notInArray(exports.state, [...finishedStates])));
  return row?.unfinished ?? 0;
};

/** Runs of all people that should have ended long ago. */
export const listAbandonedExports = (db: Queryable, createdBefore: Date, limitRows: number): Promise<ExportRow[]> =>
  db
    .select()
    .from(exports)
    .where(and(inArray(exports.state, ['waiting', 'queued', 'running']), lt(exports.createdAt, createdBefore)))
    .limit(limitRows);

/** Permissions of the person's living Google connection; null without one. */
export const findGoogleScopes = async (db: Queryable, userId: string): Promise<string[] | null> => {
  const [connection] = await db
    .select({ grantedScopes: connections.grantedScopes })
    .from(connections)
    .where(
      and(eq(connections.userId, userId), eq(connections.platform, 'google'), isNull(connections.reconnectReason)),
    );
  return connection?.grantedScopes ?? null;
};

export const findDefaultAccountIds = async (db: Queryable, userId: string, platform: PlatformId): Promise<string[]> => {
  const [user] = await db.select({ defaultAccounts: users.defaultAccounts }).from(users).where(eq(users.id, userId));
  return user?.defaultAccounts[platform] ?? [];
};
