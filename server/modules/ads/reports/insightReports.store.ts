import { and, desc, eq, inArray, sql } from '#server/database/drizzle.ts';
import type { InsightRowOf } from '#shared/insights.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { deleteBefore } from '#server/database/deleteInSteps.ts';
import { insightReports } from '#server/database/schema.ts';
import { storableJson } from '#server/lib/storableText.ts';
import type { Owner, ReportedPlatform } from '#server/modules/ads/days/insightDays.store.ts';

/** Reports kept per workspace; each new range adds one. */
const keptReports = 500;

const isOwn = ({ workspaceId, platform }: Owner) =>
  and(eq(insightReports.workspaceId, workspaceId), eq(insightReports.platform, platform));

/** Read times of these accounts' reports for exactly this range. */
export const listReportTimes = async (
  db: Queryable,
  owner: Owner,
  accountIds: readonly string[],
  { since, until }: DateRange,
): Promise<Map<string, Date>> => {
  const rows = await db
    .select({ accountId: insightReports.accountId, readAt: insightReports.readAt })
    .from(insightReports)
    .where(
      and(
        isOwn(owner),
        inArray(insightReports.accountId, [...accountIds]),
        eq(insightReports.since, since),
        eq(insightReports.until, until),
      ),
    );
  return new Map(rows.map(({ accountId, readAt }) => [accountId, readAt]));
};

/** The report rows of an account for exactly this range; null if there is no report. */
export const findReport = async <P extends ReportedPlatform>(
  db: Queryable,
  owner: Owner<P>,
  accountId: string,
  { since, until }: DateRange,
): Promise<InsightRowOf[P][] | null> => {
  const [report] = await db
    .select({ rows: sql<InsightRowOf[P][]>`${insightReports.rows}` })
    .from(insightReports)
    .where(
      and(
        isOwn(owner),
        eq(insightReports.accountId, accountId),
        eq(insightReports.since, since),
        eq(insightReports.until, until),
      ),
    );
  return report?.rows ?? null;
};

/** Stores a report unless a later one exists. Deletes the oldest reports beyond the workspace's limit. */
export const storeReport = async (
  tx: Transaction,
  { workspaceId, platform, accountId }: Owner & { accountId: string },
  { since, until }: DateRange,
  rows: readonly InsightRowOf[ReportedPlatform][],
  readAt: Date,
): Promise<void> => {
  const stored = sql`${storableJson(rows)}::jsonb`;
  await tx
    .insert(insightReports)
    .values({ workspaceId, platform, accountId, since, until, readAt, rows: stored })
    .onConflictDoUpdate({
      target: [
        insightReports.workspaceId,
        insightReports.platform,
        insightReports.accountId,
        insightReports.since,
        insightReports.until,
      ],
      set: { readAt, rows: stored },
      setWhere: sql`${insightReports.readAt} <= excluded.read_at`,
    });
  const newest = tx
    .select({ readAt: insightReports.readAt })
    .from(insightReports)
    .where(eq(insightReports.workspaceId, workspaceId))
    .orderBy(desc(insightReports.readAt))
    .offset(keptReports)
    .limit(1);
  await tx
    .delete(insightReports)
    .where(and(eq(insightReports.workspaceId, workspaceId), sql`${insightReports.readAt} <= (${newest})`));
};

/** Deletes reports of all workspaces read before this time. */
export const deleteOldReports = (db: Queryable, before: Date, signal: AbortSignal): Promise<number> =>
  deleteBefore(db, insightReports, insightReports.readAt, before, { signal });

export const deleteReports = async (tx: Transaction, owner: Owner): Promise<void> => {
  await tx.delete(insightReports).where(isOwn(owner));
};
