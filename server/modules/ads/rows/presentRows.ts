import { childLevel, restName } from '#shared/campaigns.ts';
import type { AdLevel } from '#shared/campaigns.ts';
import type { CampaignAccount, CampaignRow } from '#shared/contracts/campaigns.ts';
import { addDays, daysOf } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { Queryable } from '#server/database/Database.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { toComparedSums } from '#server/modules/ads/list/campaigns.store.ts';
import type { AccountSums, CampaignRecord } from '#server/modules/ads/list/campaigns.store.ts';
import { allOf } from '#server/modules/ads/objects/totals/metrics.ts';
import { monthOf } from '#server/modules/ads/objects/totals/runningTotals.ts';
import { dailySpend, loadTotals } from './rowTotals.ts';
import { restOf } from './sums.ts';

const sparklineDays = 30;

/** @param sparkline spend by day */
export const presentRow = (
  row: CampaignRecord,
  accounts: readonly CampaignAccount[],
  sparkline: number[],
): CampaignRow => {
  const account = accounts.find(({ platform, accountId }) => platform === row.platform && accountId === row.accountId);
  return {
    platform: row.platform,
    level: row.level,
    id: row.id,
    kind: 'object',
    name: row.name,
    accountId: row.accountId,
    accountName: account?.name ?? row.accountId,
    campaignId: row.campaignId,
    campaignName: row.campaignName,
    adSetId: row.adSetId,
    adSetName: row.adSetName,
    status: row.status,
    platformStatus: row.platformStatus,
    budget:
      row.budgetKind === null || row.budget === null
        ? null
        : { kind: row.budgetKind, amount: row.budget, isShared: row.isBudgetShared },
    currency: row.currency,
    ...toComparedSums(row),
    sparkline,
    children: row.children,
  };
};

type Shown = { range: DateRange; accounts: readonly CampaignAccount[] };

/** Rows with their spend of the last days of the range. */
export const presentRows = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  rows: readonly CampaignRecord[],
  { range, accounts }: Shown,
): Promise<CampaignRow[]> => {
  const sparkline = { since: addDays(range.until, 1 - sparklineDays), until: range.until };
  const totals = await loadTotals(db, workspaceId, rows, { range: sparkline, isSpendOnly: true });
  const days = daysOf({ since: addDays(sparkline.since, -1), until: sparkline.until }).map((day) => ({
    day,
    month: monthOf(day),
    index: Number(day.slice(8)) - 1,
  }));
  return rows.map((row, index) => {
    const series = totals[index];
    return presentRow(row, accounts, series ? dailySpend(series, days) : []);
  });
};

/** Metrics of an object that its children do not have; null if there are none. */
export const presentRest = (
  record: CampaignRecord,
  accounts: readonly CampaignAccount[],
  children: readonly AccountSums[],
): CampaignRow | null => {
  const rest = restOf(toComparedSums(record), children.map(toComparedSums));
  if (!rest) return null;
  const level = childLevel(record.level) ?? record.level;
  return {
    ...presentRow(record, accounts, []),
    ...rest,
    level,
    kind: 'rest',
    name: restName,
    budget: null,
    children: 0,
  };
};

/**
 * Campaign metrics of each account that no object at this level has.
 * @param sums of this level and of campaigns
 */
export const presentRests = (
  level: AdLevel,
  accounts: readonly CampaignAccount[],
  sums: readonly AccountSums[],
): CampaignRow[] =>
  accounts.flatMap(({ platform, accountId, name }) => {
    const own = sums.filter((each) => each.platform === platform && each.accountId === accountId);
    const whole = own.find((each) => each.level === allOf('campaign'));
    const parts = own.filter((each) => each.level === allOf(level));
    const rest = whole && restOf(toComparedSums(whole), parts.map(toComparedSums));
    if (!rest) return [];
    return {
      platform,
      level,
      id: accountId,
      kind: 'rest',
      name: restName,
      accountId,
      accountName: name,
      campaignId: null,
      campaignName: null,
      adSetId: null,
      adSetName: null,
      status: 'other',
      platformStatus: null,
      budget: null,
      currency: whole.currency,
      ...rest,
      sparkline: [],
      children: 0,
    };
  });
