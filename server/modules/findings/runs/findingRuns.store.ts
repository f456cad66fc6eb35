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
/** A run of an account under way, by the holder of its lease. */
export type RunLease = AccountKey & LeaseHolder;

export const runLease = leaseOf(findingRuns);

/** Reads of young days are not kept for longer. */
const keptReadDays = 120;

const isAccount = ({ workspaceId, platform, accountId }: AccountKey) =>
  and(
    eq(findingRuns.workspaceId, workspaceId),
    eq(findingRuns.platform, platform),
    eq(findingRuns.accountId, accountId),
  );
const isHeld = (lease: RunLease) => and(isAccount(lease), runLease.isHeldBy(lease));
const isDue = lte(findingRuns.nextRunAt, databaseNow);

/** Makes an account due whose figures were read. Nothing for an account that is no longer read. */
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

/** Makes a known account due. */
export const wantRun = async (tx: Transaction, key: AccountKey): Promise<void> => {
  await tx.update(findingRuns).set({ nextRunAt: databaseNow }).where(isAccount(key));
};

/** Accounts that are due, including those of a killed process; the longest due come first. */
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

/** Leases an account that is due. @returns null when another process has it, or it is not due any more */
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
 * Releases an account. One that became due meanwhile stays due.
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
