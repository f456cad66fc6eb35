import type { FindingKind, FindingMark } from '#shared/findings.ts';
import { findingLimits } from '#shared/limits.ts';
import type { PageRequest } from '#shared/contracts/paging.ts';
import type { findingStates } from '#shared/contracts/findings.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { and, count, desc, eq, inArray, isNotNull, isNull, or, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { findings, users } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { AccountKey } from '#server/modules/ads/objects/totals/adTotals.store.ts';

export type FindingRow = typeof findings.$inferSelect;
export type ListedFinding = FindingRow & { markedByName: string | null };

const isOfAccount = ({ workspaceId, platform, accountId }: AccountKey) =>
  and(eq(findings.workspaceId, workspaceId), eq(findings.platform, platform), eq(findings.accountId, accountId));

export type FindingFilter = {
  state: (typeof findingStates)[number];
  /** Null: all. */
  kinds: readonly FindingKind[] | null;
  platforms: readonly PlatformId[] | null;
  accounts: readonly { platform: PlatformId; accountId: string }[] | null;
};

const matches = (workspaceId: WorkspaceId, { state, kinds, platforms, accounts }: FindingFilter): SQL | undefined =>
  and(
    eq(findings.workspaceId, workspaceId),
    state === 'open' ? isNull(findings.endedOn) : state === 'ended' ? isNotNull(findings.endedOn) : undefined,
    kinds ? inArray(findings.kind, [...kinds]) : undefined,
    platforms ? inArray(findings.platform, [...platforms]) : undefined,
    accounts
      ? or(
          ...accounts.map(({ platform, accountId }) =>
            and(eq(findings.platform, platform), eq(findings.accountId, accountId)),
          ),
        )
      : undefined,
  );

/**
 * Open findings first, by stake within their currency, the currency with the most findings first. Ended findings
 * follow, newest first.
 */
const order = [
  sql`${findings.endedOn} is not null`,
  sql`case when ${findings.endedOn} is null then count(*) over (partition by ${findings.currency}, ${findings.endedOn} is null) end desc`,
  sql`case when ${findings.endedOn} is null then ${findings.currency} end nulls last`,
  sql`case when ${findings.endedOn} is null then ${findings.stake} end desc nulls last`,
  sql`${findings.endedOn} desc`,
  sql`${findings.openedAt} desc`,
  sql`${findings.id}`,
];

const listed = (db: Queryable, where: SQL | undefined) =>
  db
    .select({ finding: findings, markedByName: users.name })
    .from(findings)
    .leftJoin(users, eq(users.id, findings.markedBy))
    .where(where);

const toListed = ({ finding, markedByName }: { finding: FindingRow; markedByName: string | null }): ListedFinding => ({
  ...finding,
  markedByName,
});

export const listFindingRows = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  filter: FindingFilter,
  { page, limit }: PageRequest,
): Promise<{ rows: ListedFinding[]; totalItems: number }> => {
  const where = matches(workspaceId, filter);
  const rows = await listed(db, where)
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit);
  return { rows: rows.map(toListed), totalItems: await db.$count(findings, where) };
};

export const findFindingRow = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ListedFinding | null> => {
  const [row] = await listed(db, and(eq(findings.workspaceId, workspaceId), eq(findings.id, id)));
  return row ? toListed(row) : null;
};

/** Open findings without a mark. */
export const countUnmarked = (db: Queryable, workspaceId: WorkspaceId): Promise<number> =>
  db.$count(findings, and(eq(findings.workspaceId, workspaceId), isNull(findings.endedOn), isNull(findings.mark)));

export type MarkChange = {
  mark: FindingMark | null;
  note: string | null;
  markedBy: string | null;
  markedAt: Date | null;
};

/** @returns whether the finding exists */
export const saveMark = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  id: string,
  change: MarkChange,
): Promise<boolean> =>
  (
    await db
      .update(findings)
      .set(change)
      .where(and(eq(findings.workspaceId, workspaceId), eq(findings.id, id)))
      .returning({ id: findings.id })
  ).length > 0;

/** Open findings by the campaign of their entity. */
export const listOpenByEntity = (
  db: Queryable,
  workspaceId: WorkspaceId,
): Promise<(Pick<FindingRow, 'platform' | 'level' | 'entityId'> & { findings: number })[]> =>
  db
    .select({
      platform: findings.platform,
      level: findings.level,
      entityId: findings.entityId,
      findings: count(),
    })
    .from(findings)
    .where(and(eq(findings.workspaceId, workspaceId), isNull(findings.endedOn)))
    .groupBy(findings.platform, findings.level, findings.entityId);

/** Findings of an account that are open or ended on or after a day. */
export const listAccountFindings = (db: Queryable, key: AccountKey, since: Day): Promise<FindingRow[]> =>
  db
    .select()
    .from(findings)
    .where(and(isOfAccount(key), or(isNull(findings.endedOn), sql`${findings.endedOn} >= ${since}::date`)))
    .orderBy(findings.openedAt, findings.id);

export const insertFinding = async (tx: Transaction, row: typeof findings.$inferInsert): Promise<void> => {
  await tx.insert(findings).values(row);
};

export const updateFinding = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  id: string,
  change: Partial<FindingRow>,
): Promise<void> => {
  await tx
    .update(findings)
    .set(change)
    .where(and(eq(findings.workspaceId, workspaceId), eq(findings.id, id)));
};

/**
 * Ends the open findings of an account that is no longer read.
 * @returns the number of ended findings
 */
export const endAsGone = async (tx: Transaction, key: AccountKey, on: Day, now: Date): Promise<number> =>
  (
    await tx
      .update(findings)
      .set({ endedOn: on, endedWhy: 'gone', changedAt: now })
      .where(and(isOfAccount(key), isNull(findings.endedOn)))
  ).rowCount ?? 0;

/** Deletes all but the most recently ended findings of a workspace. */
export const deleteOldFindings = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  const old = tx
    .select({ id: findings.id })
    .from(findings)
    .where(and(eq(findings.workspaceId, workspaceId), isNotNull(findings.endedOn)))
    .orderBy(desc(findings.endedOn), desc(findings.changedAt), findings.id)
    .offset(findingLimits.keptEnded);
  await tx.delete(findings).where(and(eq(findings.workspaceId, workspaceId), inArray(findings.id, old)));
};

export const deleteFindings = async (
  tx: Transaction,
  { workspaceId, platform }: Pick<AccountKey, 'workspaceId' | 'platform'>,
): Promise<void> => {
  await tx.delete(findings).where(and(eq(findings.workspaceId, workspaceId), eq(findings.platform, platform)));
};
