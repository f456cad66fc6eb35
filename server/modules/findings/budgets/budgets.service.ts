import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { Budget, saveBudget } from '#shared/contracts/findings.ts';
import { utcDay } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { notFound, validationError } from '#server/lib/failures/errors.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { listAllStoredAccounts, listStoredAccounts } from '#server/modules/ads/accounts/adAccounts.store.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import { wantRun } from '../runs/findingRuns.store.ts';
import { daysInMonth, listBudgetAmounts, saveBudgetAmount, sumDailyBudgets, sumSpend } from './budgets.store.ts';

/** People plan a few months ahead and look back a year. */
const monthsAround = 24;

const requireMonth = (month: string, today: string): void => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const [thisYear = 0, thisMonth = 0] = today.split('-').map(Number);
  if (Math.abs((year - thisYear) * 12 + number - thisMonth) > monthsAround)
    throw validationError(messages.validation.invalidField('month'));
};

const readBudgets = async (
  { db }: Pick<AppContext, 'db'>,
  owner: { workspaceId: WorkspaceId; platform: PlatformId },
  accounts: readonly PlatformAccount[],
  month: string,
): Promise<Budget[]> => {
  if (accounts.length === 0) return [];
  const amounts = await listBudgetAmounts(db, owner, month);
  const daily = await sumDailyBudgets(db, owner);
  const days = daysInMonth(month);
  const spent = await sumSpend(db, owner, { since: `${month}-01`, until: `${month}-${days}` });
  return accounts.map(({ id, name, currency }) => {
    const perDay = daily.get(id);
    return {
      platform: owner.platform,
      accountId: id,
      accountName: name,
      currency,
      month,
      amount: amounts.get(id) ?? null,
      platformAmount: perDay === undefined ? null : perDay * days,
      spent: spent.get(id) ?? 0,
    };
  });
};

/** @throws AppError 400 for a month outside the editable range */
export const listBudgetsOf = async (
  context: Pick<AppContext, 'db' | 'clock'>,
  workspaceId: WorkspaceId,
  month: string,
): Promise<Budget[]> => {
  requireMonth(month, utcDay(context.clock.now()));
  const listed = await listAllStoredAccounts(context.db, workspaceId);
  const found: Budget[] = [];
  for (const platform of platformIds)
    found.push(...(await readBudgets(context, { workspaceId, platform }, listed[platform], month)));
  return found;
};

/** @throws AppError 400 for a month outside the editable range, 404 for an unknown account */
export const setBudget = async (
  context: Pick<AppContext, 'db' | 'clock'>,
  workspaceId: WorkspaceId,
  { platform, accountId, month, amount }: BodyOf<typeof saveBudget>,
): Promise<Budget> => {
  const { db, clock } = context;
  requireMonth(month, utcDay(clock.now()));
  const accounts = await listStoredAccounts(db, workspaceId, platform);
  const account = accounts.find(({ id }) => id === accountId);
  if (!account) throw notFound();
  const key = { workspaceId, platform, accountId };
  await db.transaction(async (tx) => {
    await wantRun(tx, key);
    await saveBudgetAmount(tx, key, { month, amount, savedAt: clock.now() });
  });
  const [budget] = await readBudgets(context, { workspaceId, platform }, [account], month);
  if (!budget) throw notFound();
  return budget;
};
