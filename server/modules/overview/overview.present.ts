import type { Overview, OverviewDaily, OverviewSeries, OverviewTotals } from '#shared/contracts/overview.ts';
import { addDays, countDays } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import { largestFirst } from '#server/lib/largestFirst.ts';
import type { OutcomeTotals } from '#server/modules/ads/list/outcomeTotals.store.ts';
import type { DaySum, NewestLead, RangeSum } from './overview.store.ts';

const noOutcomes = { leadSpend: 0, qualifiedLeads: 0, wonLeads: 0, wonAmount: 0, otherWonLeads: 0 };
const figures = ['impressions', 'clicks', 'conversions', 'spend'] as const;

/** One number per day of the range. A day without a sum had no delivery. */
const presentDaily = (range: DateRange, sums: ReadonlyMap<Day, DaySum>): OverviewDaily => {
  const days = Array.from({ length: countDays(range) }, (_, index) => sums.get(addDays(range.since, index)));
  const daily: OverviewDaily = { impressions: [], clicks: [], conversions: [], spend: [] };
  for (const figure of figures) daily[figure] = days.map((day) => day?.[figure] ?? 0);
  return daily;
};

/** A line for each platform and currency with delivery in one of the ranges. */
export const presentSeries = (days: readonly DaySum[], range: DateRange, previous: DateRange): OverviewSeries[] => {
  const lines = Map.groupBy(days, ({ platform, currency }) => `${platform} ${currency}`);
  const series = [...lines.values()].map((line): OverviewSeries | null => {
    const [first] = line;
    if (!first) return null;
    const byDay = new Map(line.map((sum) => [sum.day, sum]));
    return {
      platform: first.platform,
      currency: first.currency,
      current: presentDaily(range, byDay),
      previous: presentDaily(previous, byDay),
    };
  });
  return series
    .filter((line) => line !== null)
    .toSorted(
      (a, b) =>
        platformIds.indexOf(a.platform) - platformIds.indexOf(b.platform) ||
        (a.currency ?? '').localeCompare(b.currency ?? ''),
    );
};

/** The sums of one range; spend is separate for each currency. */
export const presentTotals = (
  sums: readonly RangeSum[],
  outcomes: readonly OutcomeTotals[],
  isCurrent: boolean,
): OverviewTotals => {
  const own = sums.filter((sum) => sum.isCurrent === isCurrent);
  const all = own.find(({ ofAllCurrencies }) => ofAllCurrencies);
  const paid = own.filter(({ ofAllCurrencies }) => !ofAllCurrencies);
  // Leads can arrive after the last day of delivery.
  const currencies = new Set([...paid, ...outcomes].map(({ currency }) => currency));
  return {
    impressions: all?.impressions ?? 0,
    clicks: all?.clicks ?? 0,
    conversions: all?.conversions ?? 0,
    spend: [...currencies]
      .map((currency) => {
        const { spend = 0, conversions = 0 } = paid.find((sum) => sum.currency === currency) ?? {};
        const brought = outcomes.find((sum) => sum.currency === currency);
        return { ...noOutcomes, ...brought, currency, amount: spend, conversions };
      })
      .toSorted(largestFirst(({ amount }) => amount)),
  };
};

export const presentNewestLead = ({ createdAt, ...lead }: NewestLead): Overview['newestLeads'][number] => ({
  ...lead,
  createdAt: createdAt.toISOString(),
});
