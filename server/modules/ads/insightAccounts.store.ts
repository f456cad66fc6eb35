import { and, eq, inArray, lte, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { databaseNow, fromNow } from '#server/database/leases/fromNow.ts';
import { leaseOf } from '#server/database/leases/lease.ts';
import type { LeaseHolder } from '#server/database/leases/lease.ts';
import { insightAccounts } from '#server/database/schema.ts';
import type { AnswerSize } from '#server/providers/PlatformAccount.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { Owner } from './days/insightDays.store.ts';
import { notByItself } from './days/nextRead.ts';
import type { Pause } from './days/nextRead.ts';

export type InsightAccountRow = typeof insightAccounts.$inferSelect;
/** A running read of several accounts of a connection, held under a lease. */
export type Lease = Owner & LeaseHolder;

export const accountLease = leaseOf(insightAccounts);
/** A read whose process was killed is due again when its lease ends. */
const dueAtEnd = { nextReadAt: accountLease.end };

const isOfWorkspace = (workspaceId: WorkspaceId) => eq(insightAccounts.workspaceId, workspaceId);
const isOwn = ({ workspaceId, platform }: Owner) =>
  and(isOfWorkspace(workspaceId), eq(insightAccounts.platform, platform));
const isAccount = (owner: Owner, accountId: string) => and(isOwn(owner), eq(insightAccounts.accountId, accountId));
const isHeld = (lease: Lease) => and(isOwn(lease), accountLease.isHeldBy(lease));
const { isFree } = accountLease;
const isDue = lte(insightAccounts.nextReadAt, databaseNow);
const never = sql`${notByItself.toISOString()}::timestamptz`;
const after = (pauseMs: Pause): SQL => (pauseMs === null ? never : fromNow(pauseMs / 1000));

/** The days whose rows are being read; null while metrics are read. `isFree`: no reader. */
export type AccountReading = Pick<InsightAccountRow, 'readingSince' | 'readingUntil' | 'problem'> & { isFree: boolean };

export const findReading = async (db: Queryable, owner: Owner, accountId: string): Promise<AccountReading | null> => {
  const { readingSince, readingUntil, problem } = insightAccounts;
  const [row] = await db
    .select({ readingSince, readingUntil, problem, isFree: sql<boolean>`${isFree}` })
    .from(insightAccounts)
    .where(isAccount(owner, accountId));
  return row ?? null;
};

export const listInsightAccounts = (db: Queryable, workspaceId: WorkspaceId): Promise<InsightAccountRow[]> =>
  db.select().from(insightAccounts).where(isOfWorkspace(workspaceId));

type Wish = {
  /** Days to read; null: only the visit is recorded. */
  range: DateRange | null;
  now: Date;
};

/** Visits make a failing account due at most this often, because open screens visit it after each failed read. */
export const visitRetryMs = 60_000;

/**
 * Records a visit to accounts with the days it needs, and makes the accounts due at once. Without days, it only resumes
 * accounts that had no visitors or that fail. An account being read continues with these days afterwards. A throttled
 * account waits for its next attempt.
 * @returns whether any account is due now
 */
export const wantInsights = async (
  tx: Transaction,
  { workspaceId, platform }: Owner,
  accountIds: readonly string[],
  { range, now }: Wish,
): Promise<boolean> => {
  const { problem, problemCode, adsProblem, lookedAt, nextReadAt } = insightAccounts;
  const isForgotten = sql`${nextReadAt} = ${never}`;
  const isWanted = sql`${problem} is null and ${range ? sql`true` : isForgotten}`;
  const isFailing = sql`coalesce(${problem}, ${adsProblem}) is not null`;
  const isLookedLately = sql`${lookedAt} > ${new Date(now.getTime() - visitRetryMs).toISOString()}::timestamptz`;
  const isRetried = sql`${isFailing} and not ${isLookedLately} and ${problemCode} is distinct from 'PLATFORM_THROTTLED'`;
  const becomesDue = sql`${isFree} and (${isWanted} or ${isRetried})`;
  const wanted = { wantedSince: range?.since ?? null, wantedUntil: range?.until ?? null };
  const rows = await tx
    .insert(insightAccounts)
    // Ordered by id, so that two callers with the same accounts cannot deadlock.
    .values(
      accountIds
        .toSorted()
        .map((accountId) => ({ workspaceId, platform, accountId, nextReadAt: databaseNow, lookedAt: now, ...wanted })),
    )
    .onConflictDoUpdate({
      target: [insightAccounts.workspaceId, insightAccounts.platform, insightAccounts.accountId],
      set: {
        lookedAt: sql`case when ${isFailing} and ${isLookedLately} then ${lookedAt} else excluded.looked_at end`,
        nextReadAt: sql`case when ${becomesDue} then least(${nextReadAt}, excluded.next_read_at) else ${nextReadAt} end`,
        ...(range
          ? {
              wantedSince: sql`least(${insightAccounts.wantedSince}, excluded.wanted_since)`,
              wantedUntil: sql`greatest(${insightAccounts.wantedUntil}, excluded.wanted_until)`,
            }
          : {}),
      },
    })
    .returning({ isDue: sql<boolean>`${isDue}` });
  return rows.some((row) => row.isDue);
};

/** The last answer size that an account could handle; null: no limit is known. */
export const findAnswerSize = async (
  db: Queryable,
  owner: Owner,
  accountId: string,
): Promise<{ size: AnswerSize; learnedAt: Date } | null> => {
  const [row] = await db
    .select({ size: insightAccounts.answerSize, learnedAt: insightAccounts.answerSizeAt })
    .from(insightAccounts)
    .where(isAccount(owner, accountId));
  return row?.size && row.learnedAt ? { size: row.size, learnedAt: row.learnedAt } : null;
};

export const saveAnswerSize = async (
  db: Queryable,
  owner: Owner,
  accountId: string,
  answerSize: AnswerSize | null,
  answerSizeAt: Date,
): Promise<void> => {
  await db.update(insightAccounts).set({ answerSize, answerSizeAt }).where(isAccount(owner, accountId));
};

/** Makes every account of a new grant due at once. A read with an older grant loses its lease. */
export const renewInsightAccounts = async (tx: Transaction, owner: Owner, now: Date): Promise<void> => {
  await tx
    .update(insightAccounts)
    .set({
      ...accountLease.released,
      nextReadAt: databaseNow,
      lookedAt: now,
      failingSince: null,
      problem: null,
      problemCode: null,
    })
    .where(isOwn(owner));
};

export const deleteInsightAccounts = async (tx: Transaction, owner: Owner): Promise<void> => {
  await tx.delete(insightAccounts).where(isOwn(owner));
};

/** Deletes an account that the connection no longer lists. */
export const deleteInsightAccount = async (db: Queryable, lease: Lease, accountId: string): Promise<void> => {
  await db.delete(insightAccounts).where(and(isHeld(lease), isAccount(lease, accountId)));
};

/**
 * Connections with due accounts, including accounts of a killed process. The longest overdue come first; otherwise
 * accounts that are always due would block the others.
 */
export const listDueConnections = (
  db: Queryable,
  platforms: readonly PlatformId[],
  limitRows: number,
): Promise<Owner[]> =>
  db
    .select({ workspaceId: insightAccounts.workspaceId, platform: insightAccounts.platform })
    .from(insightAccounts)
    .where(and(isDue, isFree, inArray(insightAccounts.platform, [...platforms])))
    .groupBy(insightAccounts.workspaceId, insightAccounts.platform)
    .orderBy(sql`min(${insightAccounts.nextReadAt})`)
    .limit(limitRows);

/** Leases the due accounts of a connection to the caller and returns them. */
export const takeDueAccounts = (db: Queryable, lease: Lease): Promise<InsightAccountRow[]> =>
  db
    .update(insightAccounts)
    .set({ ...accountLease.takenBy(lease), ...dueAtEnd, readingSince: null, readingUntil: null })
    .where(and(isOwn(lease), isDue, isFree))
    .returning();

/**
 * Leases accounts that have no reader to the caller, without changing their next read time.
 * @param rows the days whose rows the caller reads; null if the caller reads metrics
 * @returns the ids of leased accounts; the others have a reader or are unknown
 */
export const takeFreeAccounts = async (
  db: Queryable,
  lease: Lease,
  accountIds: readonly string[],
  rows: DateRange | null,
): Promise<Set<string>> => {
  const taken = await db
    .update(insightAccounts)
    .set({ ...accountLease.takenBy(lease), readingSince: rows?.since ?? null, readingUntil: rows?.until ?? null })
    .where(and(isOwn(lease), inArray(insightAccounts.accountId, [...accountIds]), isFree))
    .returning({ accountId: insightAccounts.accountId });
  return new Set(taken.map(({ accountId }) => accountId));
};

const extend = async (db: Queryable, lease: Lease, due: { nextReadAt?: SQL }): Promise<boolean> => {
  const extended = await db
    .update(insightAccounts)
    .set({ ...accountLease.extended, ...due })
    .where(isHeld(lease))
    .returning({ accountId: insightAccounts.accountId });
  return extended.length > 0;
};

/** Extends a lease of `takeFreeAccounts`; false if it was lost. */
export const extendFreeAccounts = (db: Queryable, lease: Lease): Promise<boolean> => extend(db, lease, {});

/** Ends a lease of `takeFreeAccounts`. Days requested meanwhile are due at once. */
export const releaseFreeAccounts = async (db: Queryable, lease: Lease): Promise<void> => {
  const wanted = sql`least(${insightAccounts.nextReadAt}, ${databaseNow})`;
  await db
    .update(insightAccounts)
    .set({
      ...accountLease.released,
      nextReadAt: sql`case when ${insightAccounts.wantedSince} is null then ${insightAccounts.nextReadAt} else ${wanted} end`,
    })
    .where(isHeld(lease));
};

/** Extends a lease of `takeDueAccounts`; false if it was lost. */
export const extendDueAccounts = (db: Queryable, lease: Lease): Promise<boolean> => extend(db, lease, dueAtEnd);

type ReadEnd = { pauseMs: Pause } & Partial<
  Pick<
    InsightAccountRow,
    'readAt' | 'failingSince' | 'problem' | 'problemCode' | 'adsReadAt' | 'adsSince' | 'adsProblem'
  >
>;

/** Releases an account, unless its lease was lost. */
export const finishAccount = async (
  db: Queryable,
  lease: Lease,
  accountId: string,
  { pauseMs, ...end }: ReadEnd,
): Promise<void> => {
  await db
    .update(insightAccounts)
    .set({ ...end, ...accountLease.released, nextReadAt: after(pauseMs) })
    .where(and(isHeld(lease), isAccount(lease, accountId)));
};

/** Records a read of older days, unless the lease was lost. */
export const savePastRead = async (
  db: Queryable,
  lease: Lease,
  accountId: string,
  read: Partial<Pick<InsightAccountRow, 'adsSince' | 'adsProblem'>>,
): Promise<void> => {
  await db
    .update(insightAccounts)
    .set(read)
    .where(and(isHeld(lease), isAccount(lease, accountId)));
};

/** Clears a fulfilled request. If it has grown meanwhile, the account is due again. */
export const settleWish = async (
  db: Queryable,
  lease: Lease,
  { accountId, wantedSince, wantedUntil }: Pick<InsightAccountRow, 'accountId' | 'wantedSince' | 'wantedUntil'>,
  { pauseMs, ...end }: ReadEnd,
): Promise<void> => {
  const isSame = sql`${insightAccounts.wantedSince} is not distinct from ${wantedSince}::date
    and ${insightAccounts.wantedUntil} is not distinct from ${wantedUntil}::date`;
  await db
    .update(insightAccounts)
    .set({
      ...end,
      ...accountLease.released,
      nextReadAt: sql`case when ${isSame} then ${after(pauseMs)} else ${databaseNow} end`,
      wantedSince: sql`case when ${isSame} then null else ${insightAccounts.wantedSince} end`,
      wantedUntil: sql`case when ${isSame} then null else ${insightAccounts.wantedUntil} end`,
    })
    .where(and(isHeld(lease), isAccount(lease, accountId)));
};
