import type { AdSums } from '#shared/campaigns.ts';
import { addDays, daysOf } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { Queryable } from '#server/database/Database.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { CampaignRecord } from '#server/modules/ads/list/campaigns.store.ts';
import { placeOf, requireLayout, scaleOf, storedMetrics } from '#server/modules/ads/objects/totals/metrics.ts';
import { metricsOf, monthDays, monthOf } from '#server/modules/ads/objects/totals/runningTotals.ts';
import type { RunningTotals } from '#server/modules/ads/objects/totals/runningTotals.ts';
import { listTotals } from './rowTotals.store.ts';
import { noSums } from './sums.ts';

const toBigints = (text: string): bigint[] => text.slice(1, -1).split(',').map(BigInt);

/** @throws Error for an array with an unknown layout */
const toStored = (text: string, perMetric = 1): bigint[] => {
  const values = toBigints(text);
  requireLayout(values.length, perMetric);
  return values;
};

/** The running totals of these rows over a range of days. */
export const loadTotals = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  rows: readonly CampaignRecord[],
  { range: { since, until }, isSpendOnly }: { range: DateRange; isSpendOnly: boolean },
): Promise<RunningTotals[]> => {
  const months = [...new Set(daysOf({ since: addDays(since, -1), until }).map(monthOf))];
  const loaded = Map.groupBy(
    await listTotals(db, workspaceId, rows, { months, isSpendOnly }),
    ({ platform, level, id }) => `${platform} ${level} ${id}`,
  );
  return rows.map(({ platform, level, id, firstDay, lastDay, before, after }) => ({
    firstDay,
    lastDay,
    before: toStored(before),
    after: toStored(after),
    months: new Map(
      loaded
        .get(`${platform} ${level} ${id}`)
        ?.map(({ month, totals }) => [month, isSpendOnly ? toBigints(totals) : toStored(totals, monthDays)]),
    ),
  }));
};

/** Daily sums, without collected leads. */
export const daySums = (series: RunningTotals, day: Day): AdSums => {
  const metrics = metricsOf(series, day);
  const sums = { ...noSums };
  for (const [index, metric] of storedMetrics.entries()) sums[metric] = Number(metrics[index]) / scaleOf(metric);
  return sums;
};

/**
 * The spend of consecutive days.
 * @param days starts with the day before the first
 */
export const dailySpend = (
  series: RunningTotals,
  days: readonly { day: Day; month: Day; index: number }[],
): number[] => {
  const { firstDay, lastDay, before, after, months } = series;
  const place = placeOf('spend');
  const totals = days.map(({ day, month, index }) => {
    if (firstDay === null || lastDay === null || day < firstDay) return before[place] ?? 0n;
    return day >= lastDay ? (after[place] ?? 0n) : (months.get(month)?.[index] ?? 0n);
  });
  const scale = scaleOf('spend');
  return totals.slice(1).map((total, index) => Number(total - (totals[index] ?? 0n)) / scale);
};
