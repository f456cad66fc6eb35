import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { prepareOnce } from '#server/database/prepareOnce.ts';
import { leadReads } from '#server/database/schema.ts';

export type LeadReadRow = typeof leadReads.$inferSelect;
export type LeadReadKey = Pick<LeadReadRow, 'userId' | 'platform'>;
/** A read under way, by the one who holds its lease. */
export type Lease = LeadReadKey & { leaseId: string };

const isRead = ({ userId, platform }: LeadReadKey) =>
  and(eq(leadReads.userId, userId), eq(leadReads.platform, platform));
const isHeld = (lease: Lease) => and(isRead(lease), eq(leadReads.leaseId, lease.leaseId));
const isFree = (now: Date) => or(isNull(leadReads.leasedUntil), lte(leadReads.leasedUntil, now));

const leadRead = prepareOnce((db) =>
  db
    .select()
    .from(leadReads)
    .where(and(eq(leadReads.userId, sql.placeholder('userId')), eq(leadReads.platform, sql.placeholder('platform'))))
    .prepare('lead_read'),
);

export const findLeadRead = async (db: Queryable, { userId, platform }: LeadReadKey): Promise<LeadReadRow | null> => {
  const [row] = await leadRead(db).execute({ userId, platform });
  return row ?? null;
};

/** Makes the lead forms of a new grant be read at once. A read with a former grant loses its lease and ends. */
export const beginLeadReads = async (tx: Transaction, key: LeadReadKey, now: Date): Promise<void> => {
  const asNew = {
    nextReadAt: now,
    finishedAt: null,
    leaseId: null,
    leasedUntil: null,
    problem: null,
    problemCode: null,
  };
  await tx
    .insert(leadReads)
    .values({ userId: key.userId, platform: key.platform, ...asNew })
    .onConflictDoUpdate({ target: [leadReads.userId, leadReads.platform], set: asNew });
};

export const endLeadReads = async (tx: Transaction, key: LeadReadKey): Promise<void> => {
  await tx.delete(leadReads).where(isRead(key));
};

/** Reads of these platforms that are due, longest first. They are due again at `until`, should nobody come to begin them. */
export const claimDueReads = async (
  tx: Transaction,
  platforms: readonly LeadReadRow['platform'][],
  { now, until, limitRows }: { now: Date; until: Date; limitRows: number },
): Promise<LeadReadKey[]> => {
  const due = await tx
    .select({ userId: leadReads.userId, platform: leadReads.platform })
    .from(leadReads)
    .where(and(lte(leadReads.nextReadAt, now), inArray(leadReads.platform, [...platforms])))
    .orderBy(asc(leadReads.nextReadAt))
    .limit(limitRows)
    .for('update', { skipLocked: true });
  for (const key of due) await tx.update(leadReads).set({ nextReadAt: until }).where(isRead(key));
  return due;
};

/** Asks for a read out of turn, unless one runs or began after `startedBefore`; false when there is none to ask for. */
export const claimReadOutOfTurn = async (
  tx: Transaction,
  key: LeadReadKey,
  { now, until, startedBefore }: { now: Date; until: Date; startedBefore: Date },
): Promise<boolean> => {
  const isDue = or(isNull(leadReads.startedAt), isNull(leadReads.finishedAt), lte(leadReads.startedAt, startedBefore));
  const claimed = await tx
    .update(leadReads)
    .set({ nextReadAt: until })
    .where(and(isRead(key), isFree(now), isDue))
    .returning({ platform: leadReads.platform });
  return claimed.length > 0;
};

/** Makes the caller the only reader until then; false when somebody else is, or the connection is gone. */
export const takeLease = async (db: Queryable, lease: Lease, now: Date, until: Date): Promise<boolean> => {
  const taken = await db
    .update(leadReads)
    .set({ leaseId: lease.leaseId, leasedUntil: until, nextReadAt: until, startedAt: now })
    .where(and(isRead(lease), isFree(now)))
    .returning({ platform: leadReads.platform });
  return taken.length > 0;
};

/** False when the lease was lost. */
export const renewLease = async (db: Queryable, lease: Lease, until: Date): Promise<boolean> => {
  const renewed = await db
    .update(leadReads)
    .set({ leasedUntil: until, nextReadAt: until })
    .where(isHeld(lease))
    .returning({ platform: leadReads.platform });
  return renewed.length > 0;
};

/** Whether the lease is still held; it is then not lost before the transaction ends. */
export const lockLease = async (tx: Transaction, lease: Lease): Promise<boolean> => {
  const held = await tx.select({ platform: leadReads.platform }).from(leadReads).where(isHeld(lease)).for('update');
  return held.length > 0;
};

/** Makes what is being read due at once: for a start that has the database to itself, so that the readers are gone. */
export const expireLeadLeases = async (db: Queryable, now: Date): Promise<void> => {
  await db
    .update(leadReads)
    .set({ leasedUntil: now, nextReadAt: now })
    .where(and(isNotNull(leadReads.leaseId), gt(leadReads.leasedUntil, now)));
};

type ReadEnd = Pick<LeadReadRow, 'nextReadAt'> & Partial<Pick<LeadReadRow, 'finishedAt' | 'problem' | 'problemCode'>>;

/** Gives the lease back, unless it was lost; a read that has come to an end says with what. */
export const finishRead = async (db: Queryable, lease: Lease, end: ReadEnd): Promise<void> => {
  await db
    .update(leadReads)
    .set({ ...end, leaseId: null, leasedUntil: null })
    .where(isHeld(lease));
};
