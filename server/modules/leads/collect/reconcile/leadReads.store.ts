import { and, asc, eq, getTableColumns, inArray, lte, sql } from '#server/database/drizzle.ts';
import type { Placeholder, SQL } from '#server/database/drizzle.ts';
import type { ErrorCode } from '#shared/errorCodes.ts';
import { leadReadIntervalSeconds } from '#shared/limits.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { databaseNow, fromNow } from '#server/database/leases/fromNow.ts';
import { leaseOf, requireHeld } from '#server/database/leases/lease.ts';
import type { LeaseHolder } from '#server/database/leases/lease.ts';
import { prepareOnce } from '#server/database/prepareOnce.ts';
import { leadReads } from '#server/database/schema.ts';

export type LeadReadRow = typeof leadReads.$inferSelect;
export type LeadReadKey = Pick<LeadReadRow, 'workspaceId' | 'platform'>;
/** A read, with its state at the time of the query. */
export type SeenLeadRead = LeadReadRow & {
  /** Whether a reader holds the lease. */
  isUnderWay: boolean;
  /**
   * Whether a read is worth requesting: no read is running, and the last read began more than a minute ago or never
   * ended. Never true while the platform throttles us.
   */
  isDue: boolean;
};
/** A running read, for the holder of its lease. */
export type Lease = LeadReadKey & LeaseHolder;

export const leadReadLease = leaseOf(leadReads);
/** A read whose process was killed is due again when its lease ends. */
const dueAtEnd = { nextReadAt: leadReadLease.end };

const isRead = ({ workspaceId, platform }: LeadReadKey) =>
  and(eq(leadReads.workspaceId, workspaceId), eq(leadReads.platform, platform));
const isHeld = (lease: Lease) => and(isRead(lease), leadReadLease.isHeldBy(lease));
const isOld = sql<boolean>`(${leadReads.startedAt} is null or ${leadReads.finishedAt} is null
  or ${leadReads.startedAt} <= ${fromNow(-leadReadIntervalSeconds)})`;

const throttled: ErrorCode = 'PLATFORM_THROTTLED';
const isDue = sql<boolean>`(${leadReadLease.isFree} and ${isOld} and ${leadReads.problemCode} is distinct from ${throttled})`;

const isOf = (workspaceId: Placeholder, platform: Placeholder) =>
  and(eq(leadReads.workspaceId, workspaceId), eq(leadReads.platform, platform));

/** A condition on a due read of a connection. Selects a column, because Citus rejects a subquery without columns. */
export const isReadDueOf = (workspaceId: Placeholder, platform: Placeholder): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${leadReads} where ${isOf(workspaceId, platform)} and ${isDue})`;

const leadRead = prepareOnce((db) =>
  db
    .select({ ...getTableColumns(leadReads), isUnderWay: sql<boolean>`not (${leadReadLease.isFree})`, isDue })
    .from(leadReads)
    .where(isOf(sql.placeholder('workspaceId'), sql.placeholder('platform')))
    .prepare('lead_read'),
);

export const findLeadRead = async (
  db: Queryable,
  { workspaceId, platform }: LeadReadKey,
): Promise<SeenLeadRead | null> => {
  const [row] = await leadRead(db).execute({ workspaceId, platform });
  return row ?? null;
};

/** Makes a read of the lead forms due at once, for a new grant. A read with an older grant loses its lease and ends. */
export const beginLeadReads = async (tx: Transaction, key: LeadReadKey): Promise<void> => {
  const asNew = {
    ...leadReadLease.released,
    nextReadAt: databaseNow,
    finishedAt: null,
    problem: null,
    problemCode: null,
  };
  await tx
    .insert(leadReads)
    .values({ workspaceId: key.workspaceId, platform: key.platform, ...asNew })
    .onConflictDoUpdate({ target: [leadReads.workspaceId, leadReads.platform], set: asNew });
};

export const endLeadReads = async (tx: Transaction, key: LeadReadKey): Promise<void> => {
  await tx.delete(leadReads).where(isRead(key));
};

/**
 * Claims due reads of these platforms, longest due first. A claimed read becomes due again after the lease time, in
 * case no worker begins the read.
 */
export const claimDueReads = async (
  tx: Transaction,
  platforms: readonly LeadReadRow['platform'][],
  limitRows: number,
): Promise<LeadReadKey[]> => {
  const due = await tx
    .select({ workspaceId: leadReads.workspaceId, platform: leadReads.platform })
    .from(leadReads)
    .where(and(lte(leadReads.nextReadAt, databaseNow), inArray(leadReads.platform, [...platforms])))
    .orderBy(asc(leadReads.nextReadAt))
    .limit(limitRows)
    .for('update', { skipLocked: true });
  for (const key of due) await tx.update(leadReads).set(dueAtEnd).where(isRead(key));
  return due;
};

/** Claims a read now. @returns false when a read is running, the last read is recent, or the connection is gone */
export const claimReadOutOfTurn = async (tx: Transaction, key: LeadReadKey): Promise<boolean> => {
  const claimed = await tx
    .update(leadReads)
    .set(dueAtEnd)
    .where(and(isRead(key), leadReadLease.isFree, isOld))
    .returning({ platform: leadReads.platform });
  return claimed.length > 0;
};

/** Makes the caller the only reader. @returns false when there is another reader, or the connection is gone */
export const takeLease = async (db: Queryable, lease: Lease): Promise<boolean> => {
  const taken = await db
    .update(leadReads)
    .set({ ...leadReadLease.takenBy(lease), ...dueAtEnd, startedAt: databaseNow })
    .where(and(isRead(lease), leadReadLease.isFree))
    .returning({ platform: leadReads.platform });
  return taken.length > 0;
};

/** @returns false when the lease was lost */
export const extendLease = async (db: Queryable, lease: Lease): Promise<boolean> => {
  const extended = await db
    .update(leadReads)
    .set({ ...leadReadLease.extended, ...dueAtEnd })
    .where(isHeld(lease))
    .returning({ platform: leadReads.platform });
  return extended.length > 0;
};

/**
 * Locks the lease until the transaction ends.
 * @throws LeaseLostError
 */
export const lockLease = async (tx: Transaction, lease: Lease): Promise<void> => {
  requireHeld(await tx.select({ platform: leadReads.platform }).from(leadReads).where(isHeld(lease)).for('update'));
};

type ReadEnd = { nextReadInMs: number } & Partial<Pick<LeadReadRow, 'finishedAt' | 'problem' | 'problemCode'>>;

/** Releases the lease, unless it was lost, and stores the result of a completed read. */
export const finishRead = async (db: Queryable, lease: Lease, { nextReadInMs, ...end }: ReadEnd): Promise<void> => {
  await db
    .update(leadReads)
    .set({ ...end, ...leadReadLease.released, nextReadAt: fromNow(nextReadInMs / 1000) })
    .where(isHeld(lease));
};
