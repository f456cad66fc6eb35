import type { Day } from '#shared/lib/dateRange.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { and, desc, eq, inArray, isNull, lt, lte, ne, or, sql } from '#server/database/drizzle.ts';
import { databaseNow, fromNow } from '#server/database/leases/fromNow.ts';
import { leaseOf, requireHeld } from '#server/database/leases/lease.ts';
import type { LeaseHolder } from '#server/database/leases/lease.ts';
import { findings, insightSummaries } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

type SummaryRow = typeof insightSummaries.$inferSelect;

/** The summary of a workspace and week, which one process at a time has the model write. */
type SummaryKey = { workspaceId: WorkspaceId; week: Day };
export type SummaryLease = SummaryKey & LeaseHolder;

export const summaryLease = leaseOf(insightSummaries);

/** Calls of the model for a week, those of killed processes included. */
const modelAttempts = 4;

const isOf = ({ workspaceId, week }: SummaryKey) =>
  and(eq(insightSummaries.workspaceId, workspaceId), eq(insightSummaries.week, week));
const isHeld = (lease: SummaryLease) => and(isOf(lease), summaryLease.isHeldBy(lease));
const isDue = and(
  lte(insightSummaries.nextAttemptAt, databaseNow),
  lt(insightSummaries.attempts, modelAttempts),
  summaryLease.isFree,
);

/** Findings that nobody has explained: open, and not marked as expected or fixed. */
const isUnexplained = and(isNull(findings.endedOn), or(isNull(findings.mark), eq(findings.mark, 'seen')));

export const countUnexplained = (db: Queryable, workspaceId: WorkspaceId): Promise<number> =>
  db.$count(findings, and(eq(findings.workspaceId, workspaceId), isUnexplained));

/** Not one that was cleared, which keeps the number of attempts. */
const isWritten = ne(insightSummaries.text, '');

/** The newest summary of a workspace that has open findings. */
export const findSummary = async (db: Queryable, workspaceId: WorkspaceId): Promise<SummaryRow | null> => {
  const hasFinding = sql`exists (select from ${findings} where ${findings.workspaceId} = ${workspaceId} and ${isUnexplained})`;
  const [row] = await db
    .select()
    .from(insightSummaries)
    .where(and(eq(insightSummaries.workspaceId, workspaceId), isWritten, hasFinding))
    .orderBy(desc(insightSummaries.week))
    .limit(1);
  return row ?? null;
};

/**
 * Workspaces whose summary of the week is missing or waits for the model. The findings of one run open one after the
 * other, so a summary waits until the first one is some time old.
 */
export const listDueSummaries = async (
  db: Queryable,
  week: Day,
  openedBefore: Date,
  hasModel: boolean,
  limit: number,
): Promise<WorkspaceId[]> => {
  const { rows } = await db.execute<{ workspaceId: WorkspaceId }>(sql`
    select ${insightSummaries.workspaceId} as "workspaceId" from ${insightSummaries}
    where ${insightSummaries.week} = ${week} and ${isDue} and ${hasModel}
    union
    select ${findings.workspaceId} from ${findings}
    where ${isUnexplained} and ${findings.openedAt} <= ${openedBefore.toISOString()}
      and not exists (select from ${insightSummaries}
        where ${insightSummaries.workspaceId} = ${findings.workspaceId} and ${insightSummaries.week} = ${week} and ${isWritten})
    limit ${limit}`);
  return rows.map(({ workspaceId }) => workspaceId);
};

/**
 * Keeps findings from being deleted until the transaction ends, which then also clears what was written about them.
 * @returns whether all of them still exist
 */
export const holdFindings = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<boolean> => {
  const rows = await tx
    .select({ id: findings.id })
    .from(findings)
    .where(and(eq(findings.workspaceId, workspaceId), inArray(findings.id, [...ids])))
    .orderBy(findings.id)
    .for('key share');
  return rows.length === ids.length;
};

type PlainSummary = SummaryKey & { text: string; writtenAt: Date; isForModel: boolean };

/** Stores the summary of rules, unless the week has one, and deletes those of earlier weeks. */
export const saveSummary = async (
  tx: Transaction,
  { workspaceId, week, text, writtenAt, isForModel }: PlainSummary,
): Promise<void> => {
  const written = {
    text,
    writtenBy: 'rules',
    writtenAt,
    nextAttemptAt: isForModel ? sql`${databaseNow}` : null,
  } as const;
  await tx
    .insert(insightSummaries)
    .values({ workspaceId, week, ...written })
    .onConflictDoUpdate({
      target: [insightSummaries.workspaceId, insightSummaries.week],
      set: written,
      setWhere: sql`not (${isWritten})`,
    });
  await tx
    .delete(insightSummaries)
    .where(and(eq(insightSummaries.workspaceId, workspaceId), lt(insightSummaries.week, week)));
};

/** Clears the texts of a workspace, and has the model write none that it was asked for before. */
export const clearSummaries = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  await tx
    .update(insightSummaries)
    .set({ text: '', writtenBy: 'rules', nextAttemptAt: null, problem: null, ...summaryLease.released })
    .where(eq(insightSummaries.workspaceId, workspaceId));
};

/** Takes the summary for an attempt of the model. @returns which attempt it is; null when none is due */
export const takeSummary = async (db: Queryable, lease: SummaryLease): Promise<number | null> => {
  const [row] = await db
    .update(insightSummaries)
    .set({ ...summaryLease.takenBy(lease), attempts: sql`${insightSummaries.attempts} + 1` })
    .where(and(isOf(lease), isDue))
    .returning({ attempts: insightSummaries.attempts });
  return row?.attempts ?? null;
};

export const extendSummary = async (db: Queryable, lease: SummaryLease): Promise<boolean> => {
  const { rowCount } = await db.update(insightSummaries).set(summaryLease.extended).where(isHeld(lease));
  return rowCount === 1;
};

/** @throws LeaseLostError */
export const saveModelSummary = async (
  db: Queryable,
  lease: SummaryLease,
  { text, writtenAt }: { text: string; writtenAt: Date },
): Promise<void> => {
  const rows = await db
    .update(insightSummaries)
    .set({ text, writtenBy: 'model', writtenAt, nextAttemptAt: null, problem: null, ...summaryLease.released })
    .where(isHeld(lease))
    .returning({ week: insightSummaries.week });
  requireHeld(rows);
};

/**
 * Keeps the summary of rules. @param pauseSeconds until the next attempt; null: there is none
 * @throws LeaseLostError
 */
export const saveModelFailure = async (
  db: Queryable,
  lease: SummaryLease,
  { problem, pauseSeconds }: { problem: string | null; pauseSeconds: number | null },
): Promise<void> => {
  const rows = await db
    .update(insightSummaries)
    .set({
      problem,
      nextAttemptAt: pauseSeconds === null ? null : fromNow(pauseSeconds),
      ...summaryLease.released,
    })
    .where(isHeld(lease))
    .returning({ week: insightSummaries.week });
  requireHeld(rows);
};
