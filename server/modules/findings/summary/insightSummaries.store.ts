import type { Day } from '#shared/lib/dateRange.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { and, desc, eq, inArray, isNull, lt, lte, ne, or, sql } from '#server/database/drizzle.ts';
import { findings, insightSummaries } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

type SummaryRow = typeof insightSummaries.$inferSelect;

type SummaryKey = { workspaceId: WorkspaceId; week: Day };

/** Unexplained findings: open, and not marked as expected or fixed. */
const isUnexplained = and(isNull(findings.endedOn), or(isNull(findings.mark), eq(findings.mark, 'seen')));

/** Leadlight 2.0.0 could store texts from a language model, and empty texts. Neither is shown. */
const isWritten = and(eq(insightSummaries.writtenBy, 'rules'), ne(insightSummaries.text, ''));

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
 * Workspaces without a summary for the week. Accounts are checked one after another, so a summary waits for a while
 * after the first finding.
 */
export const listDueSummaries = async (
  db: Queryable,
  week: Day,
  openedBefore: Date,
  limit: number,
): Promise<WorkspaceId[]> => {
  const rows = await db
    .selectDistinct({ workspaceId: findings.workspaceId })
    .from(findings)
    .where(
      and(
        isUnexplained,
        lte(findings.openedAt, openedBefore),
        sql`not exists (select from ${insightSummaries}
          where ${insightSummaries.workspaceId} = ${findings.workspaceId} and ${insightSummaries.week} = ${week} and ${isWritten})`,
      ),
    )
    .limit(limit);
  return rows.map(({ workspaceId }) => workspaceId);
};

/**
 * Locks findings against deletion until the transaction ends, so that a later deletion also removes the text about
 * them.
 * @returns whether all findings still exist
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

type Summary = SummaryKey & { text: string; writtenAt: Date };

/** Stores the summary unless the week already has one. Deletes summaries of earlier weeks. */
export const saveSummary = async (tx: Transaction, { workspaceId, week, text, writtenAt }: Summary): Promise<void> => {
  const written = { text, writtenBy: 'rules', writtenAt } as const;
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

export const deleteSummaries = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  await tx.delete(insightSummaries).where(eq(insightSummaries.workspaceId, workspaceId));
};
