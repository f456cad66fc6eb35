import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import { localDayAt } from '#shared/lib/localTime.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { and, eq, sql } from '#server/database/drizzle.ts';
import { adObjects, budgets } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { runningStatuses } from '../replay/runningStatuses.ts';
import { joinTotals, sumOf } from '#server/modules/ads/list/campaignSql.ts';
import type { AccountKey } from '#server/modules/ads/objects/totals/adTotals.store.ts';
import { allOf, scaleOf } from '#server/modules/ads/objects/totals/metrics.ts';

type Owner = { workspaceId: WorkspaceId; platform: PlatformId };

const isOfAccount = ({ workspaceId, platform, accountId }: AccountKey) =>
  and(eq(budgets.workspaceId, workspaceId), eq(budgets.platform, platform), eq(budgets.accountId, accountId));

export const daysInMonth = (month: string): number => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
};

/** Total daily budget per account, if all its running campaigns have a daily budget. Shared budgets count once. */
export const sumDailyBudgets = async (
  db: Queryable,
  { workspaceId, platform }: Owner,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await db.execute<{ accountId: string; amount: number }>(sql`
    select account_id as "accountId", sum(budget)::float8 as amount
    from (
      select account_id, budget, bool_and(budget_kind = 'daily' and budget is not null) over (partition by account_id) as is_daily,
        row_number() over (partition by account_id, coalesce(shared_budget_id, 'of ' || object_id) order by object_id) as nth
      from ${adObjects}
      where workspace_id = ${workspaceId} and platform = ${platform} and level = 'campaign'
        and status = any(${sql.param(runningStatuses)}::text[])
    ) as running
    where is_daily and nth = 1
    group by account_id`);
  return new Map(rows.map(({ accountId, amount }) => [accountId, amount]));
};

/** Spend per account in a range of days. */
export const sumSpend = async (
  db: Queryable,
  { workspaceId, platform }: Owner,
  range: DateRange,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await db.execute<{ accountId: string; amount: number }>(sql`
    select o.account_id as "accountId", (${sumOf(range, 'spend')})::float8 / ${scaleOf('spend')}::float8 as amount
    from ${adObjects} as o ${joinTotals(workspaceId, [{ range, metrics: ['spend'] }], null)}
    where o.workspace_id = ${workspaceId} and o.platform = ${platform} and o.level = ${allOf('campaign')}`);
  return new Map(rows.map(({ accountId, amount }) => [accountId, amount]));
};

/** Budgets that people entered for a month, by account. */
export const listBudgetAmounts = async (
  db: Queryable,
  { workspaceId, platform }: Owner,
  month: string,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .select({ accountId: budgets.accountId, amount: budgets.amount })
    .from(budgets)
    .where(and(eq(budgets.workspaceId, workspaceId), eq(budgets.platform, platform), eq(budgets.month, month)));
  return new Map(rows.map(({ accountId, amount }) => [accountId, Number(amount)]));
};

/** @param amount null removes the budget */
export const saveBudgetAmount = async (
  tx: Transaction,
  key: AccountKey,
  { month, amount, savedAt }: { month: string; amount: number | null; savedAt: Date },
): Promise<void> => {
  if (amount === null) {
    await tx.delete(budgets).where(and(isOfAccount(key), eq(budgets.month, month)));
    return;
  }
  const { workspaceId, platform, accountId } = key;
  const set = { amount: String(amount), savedAt };
  await tx
    .insert(budgets)
    .values({ workspaceId, platform, accountId, month, ...set })
    .onConflictDoUpdate({ target: [budgets.workspaceId, budgets.platform, budgets.accountId, budgets.month], set });
};

export const deleteBudgets = async (tx: Transaction, { workspaceId, platform }: Owner): Promise<void> => {
  await tx.delete(budgets).where(and(eq(budgets.workspaceId, workspaceId), eq(budgets.platform, platform)));
};

/** Account budgets, each with its first known day. If no one entered a budget, uses this month's platform budget. */
export const listReplayedBudgets = async (
  db: Queryable,
  key: AccountKey,
  { today, timeZone }: { today: Day; timeZone: string | null },
): Promise<{ month: string; amount: number; knownOn: Day }[]> => {
  const rows = await db.select().from(budgets).where(isOfAccount(key)).orderBy(budgets.month);
  const month = today.slice(0, 7);
  const entered = rows
    .filter((row) => row.month <= month)
    .map((row) => {
      const savedOn = localDayAt(timeZone, row.savedAt.getTime());
      const first = `${row.month}-01`;
      return { month: row.month, amount: Number(row.amount), knownOn: savedOn > first ? savedOn : first };
    });
  if (entered.some((each) => each.month === month)) return entered;
  const daily = (await sumDailyBudgets(db, key)).get(key.accountId);
  return daily === undefined
    ? entered
    : [...entered, { month, amount: daily * daysInMonth(month), knownOn: `${month}-01` }];
};
