import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { and, eq, lte, sql } from '#server/database/drizzle.ts';
import { databaseNow, fromNow } from '#server/database/leases/fromNow.ts';
import { leaseOf, requireHeld } from '#server/database/leases/lease.ts';
import type { LeaseHolder } from '#server/database/leases/lease.ts';
import { findingRuns, insightAccounts } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { AccountKey } from '#server/modules/ads/objects/totals/adTotals.store.ts';

type Owner = { workspaceId: WorkspaceId; platform: PlatformId };
export type FindingRunRow = typeof findingRuns.$inferSelect;
/** A running detection of an account, held under a lease. */
export type RunLease = AccountKey & LeaseHolder;

export const runLease = leaseOf(findingRuns);

/** Young-day reads are deleted after this time. */
const keptReadDays = 120;

const isAccount = ({ workspaceId, platform, accountId }: AccountKey) =>
  and(
    eq(findingRuns.workspaceId, workspaceId),
    eq(findingRuns.platform, platform),
    eq(findingRuns.accountId, accountId),
  );
const isHeld = (lease: RunLease) => and(isAccount(lease), runLease.isHeldBy(lease));
const isDue = lte(findingRuns.nextRunAt, databaseNow);

/** Makes an account due after a read. Ignores accounts that are no longer read. */
export const recordFindingRead = async (tx: Transaction, key: AccountKey, readAt: Date): Promise<void> => {
  const { workspaceId, platform, accountId } = key;
  const [read] = await tx
    .select({ accountId: insightAccounts.accountId })
    .from(insightAccounts)
    .where(
      and(
        eq(insightAccounts.workspaceId, workspaceId),
        eq(insightAccounts.platform, platform),
        eq(insightAccounts.accountId, accountId),
      ),
    )
    .for('key share');
  if (!read) return;
  const at = readAt.toISOString();
  const [today, kept] = [at.slice(0, 10), new Date(readAt.getTime() - keptReadDays * 86_400_000).toISOString()];
  const others = sql`array(select each from unnest(${findingRuns.reads}) as each
    where left(each, 10) <> ${today} and each >= ${kept} order by each)`;
  await tx
    .insert(findingRuns)
    .values({ workspaceId, platform, accountId, nextRunAt: databaseNow, reads: [at] })
    .onConflictDoUpdate({
      target: [findingRuns.workspaceId, findingRuns.platform, findingRuns.accountId],
      set: { nextRunAt: databaseNow, reads: sql`${others} || array[${at}]` },
    });
};

/** Makes an account due if it already has a row. */
export const wantRun = async (tx: Transaction, key: AccountKey): Promise<void> => {
  await tx.update(findingRuns).set({ nextRunAt: databaseNow }).where(isAccount(key));
};

/** Due accounts, including accounts of a killed process, the longest overdue first. */
export const listDueRuns = (db: Queryable, limitRows: number): Promise<AccountKey[]> =>
  db
    .select({
      workspaceId: findingRuns.workspaceId,
      platform: findingRuns.platform,
      accountId: findingRuns.accountId,
    })
    .from(findingRuns)
    .where(and(isDue, runLease.isFree))
    .orderBy(findingRuns.nextRunAt)
    .limit(limitRows);

export type TakenRun = FindingRunRow & {
  /** The database value, used to detect that the account becomes due again during the run. */
  dueAt: string;
};

/**
 * Leases a due account.
 * @returns null if another process holds it or it is no longer due
 */
export const takeRun = async (db: Queryable, lease: RunLease): Promise<TakenRun | null> => {
  const [row] = await db
    .update(findingRuns)
    .set(runLease.takenBy(lease))
    .where(and(isAccount(lease), isDue, runLease.isFree))
    .returning();
  if (!row) return null;
  const [due] = await db
    .select({ dueAt: sql<string>`${findingRuns.nextRunAt}::text` })
    .from(findingRuns)
    .where(isHeld(lease));
  return due ? { ...row, ...due } : null;
};

/** False when the lease is lost. */
export const extendRun = async (db: Queryable, lease: RunLease): Promise<boolean> =>
  (await db.update(findingRuns).set(runLease.extended).where(isHeld(lease)).returning({ id: findingRuns.accountId }))
    .length > 0;

export type RunEnd = Partial<Pick<FindingRunRow, 'lastDay' | 'finishedAt' | 'learning' | 'campaigns' | 'forms'>> & {
  /** Seconds until the next run. */
  pauseSeconds: number;
};

/**
 * Releases an account. An account that became due meanwhile stays due.
 * @throws LeaseLostError
 */
export const finishRun = async (
  tx: Transaction,
  lease: RunLease,
  { dueAt }: Pick<TakenRun, 'dueAt'>,
  { pauseSeconds, ...end }: RunEnd,
): Promise<void> => {
  requireHeld(
    await tx
      .update(findingRuns)
      .set({
        ...end,
        ...runLease.released,
        nextRunAt: sql`case when ${findingRuns.nextRunAt} = ${dueAt}::timestamptz then ${fromNow(pauseSeconds)}
          else ${findingRuns.nextRunAt} end`,
      })
      .where(isHeld(lease))
      .returning({ accountId: findingRuns.accountId }),
  );
};

export const deleteRun = async (tx: Transaction, key: AccountKey): Promise<void> => {
  await tx.delete(findingRuns).where(isAccount(key));
};

export const deleteRuns = async (tx: Transaction, { workspaceId, platform }: Owner): Promise<void> => {
  await tx.delete(findingRuns).where(and(eq(findingRuns.workspaceId, workspaceId), eq(findingRuns.platform, platform)));
};

export const listRuns = (db: Queryable, workspaceId: WorkspaceId): Promise<FindingRunRow[]> =>
  db.select().from(findingRuns).where(eq(findingRuns.workspaceId, workspaceId));
