import type { AdSums } from '#shared/campaigns.ts';
import type { CampaignAccount, CampaignRow } from '#shared/contracts/campaigns.ts';
import { addDays, daysOf } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { Queryable } from '#server/database/Database.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { toAdSums } from '../list/campaigns.store.ts';
import type { CampaignPage, CampaignRecord } from '../list/campaigns.store.ts';
import { monthOf } from '../totals/runningTotals.ts';
import { dailySpend, loadTotals } from './rowTotals.ts';
import { add, isNothing, noSums, subtract } from './sums.ts';

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
    sums: toAdSums(row.sums),
    compared: row.compared && toAdSums(row.compared),
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

/** What the children of a row do not explain; null when they explain everything. */
export const presentRest = (
  record: CampaignRecord,
  accounts: readonly CampaignAccount[],
  { totals }: Pick<CampaignPage, 'totals'>,
): CampaignRow | null => {
  const row = presentRow(record, accounts, []);
  const sumOf = (sums: readonly AdSums[]): AdSums => sums.reduce(add, noSums);
  const sums = subtract(row.sums, sumOf(totals.map((total) => toAdSums(total.sums))));
  const compared =
    row.compared &&
    subtract(row.compared, sumOf(totals.flatMap((total) => (total.compared ? toAdSums(total.compared) : []))));
  if (isNothing(sums) && (compared === null || isNothing(compared))) return null;
  return { ...row, kind: 'rest', budget: null, children: 0, sums, compared };
};
