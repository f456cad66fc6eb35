import type { TrendValues } from '#client/components/trend/TrendLine.ts';
import { describeRange } from '#client/lib/describeRange.ts';
import type { Overview, OverviewDaily } from '#shared/contracts/overview.ts';
import { addDays, countDays } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { valueOf } from '#client/features/overview/metrics/metrics.ts';
import type { Currency, BaseMetrics, Metric } from '#client/features/overview/metrics/metrics.ts';

/** Longer ranges are drawn in weeks, because daily lines over hundreds of days mostly show weekends. */
const longestDaily = 120;

/** First days and titles of a line's points, in order. */
type Points = { days: Day[]; titles: string[] };

const baseMetricKeys = ['impressions', 'clicks', 'conversions', 'spend'] as const;

/** Counts from the end, so that the newest point is complete. The first point may have fewer days. */
const pointsOf = ({ since, until }: DateRange, daysPerPoint: number): Points => {
  const starts: Day[] = [];
  for (let end = until; end >= since; end = addDays(end, -daysPerPoint)) {
    const start = addDays(end, 1 - daysPerPoint);
    starts.unshift(start > since ? start : since);
  }
  const endOf = (index: number): Day => {
    const next = starts[index + 1];
    return next === undefined ? until : addDays(next, -1);
  };
  return {
    days: starts,
    titles: starts.map((day, index) => describeRange({ since: day, until: endOf(index) })),
  };
};

/** Sum of `count` days, starting at `from`. */
const sumOf = (parts: readonly OverviewDaily[], from: number, count: number): BaseMetrics => {
  const sum: BaseMetrics = { impressions: 0, clicks: 0, conversions: 0, spend: 0 };
  for (const part of parts)
    for (const key of baseMetricKeys) for (const value of part[key].slice(from, from + count)) sum[key] += value;
  return sum;
};

type TrendQuestion = { overview: Overview; metric: Metric; currency: Currency };

const seriesOf = ({ overview, metric, currency }: TrendQuestion) =>
  overview.series.filter((series) => metric.kind !== 'money' || series.currency === currency);

/** Platforms with values, in display order. */
export const platformsOf = (question: TrendQuestion): PlatformId[] => {
  const found = new Set(seriesOf(question).map(({ platform }) => platform));
  return platformIds.filter((platform) => found.has(platform));
};

/** Totals of each platform over the whole range. */
export const baseMetricsByPlatform = (
  question: TrendQuestion,
): { platform: PlatformId; current: BaseMetrics; previous: BaseMetrics }[] => {
  const days = countDays(question.overview.range);
  const series = seriesOf(question);
  return platformsOf(question).map((platform) => {
    const own = series.filter((entry) => entry.platform === platform);
    return {
      platform,
      current: sumOf(
        own.map(({ current }) => current),
        0,
        days,
      ),
      previous: sumOf(
        own.map(({ previous }) => previous),
        0,
        days,
      ),
    };
  });
};

/** A metric over the days of the range, in total and per platform, with the previous period. */
export const buildTrend = (question: TrendQuestion, today: Day) => {
  const { overview, metric } = question;
  const { range, previousRange } = overview;
  const dayCount = countDays(range);
  const isWeekly = dayCount > longestDaily;
  const daysPerPoint = isWeekly ? 7 : 1;
  const points = pointsOf(range, daysPerPoint);
  const series = seriesOf(question);
  const offsetOf = (day: Day): number => countDays({ since: range.since, until: day }) - 1;
  const valuesOf = (parts: readonly OverviewDaily[]): TrendValues =>
    points.days.map((day, index) => {
      const from = offsetOf(day);
      return valueOf(metric, sumOf(parts, from, offsetOf(points.days[index + 1] ?? addDays(range.until, 1)) - from));
    });
  return {
    ...points,
    isWeekly,
    total: valuesOf(series.map(({ current }) => current)),
    byPlatform: platformsOf(question).map((platform) => ({
      platform,
      values: valuesOf(series.filter((entry) => entry.platform === platform).map(({ current }) => current)),
    })),
    previous: {
      titles: pointsOf(previousRange, daysPerPoint).titles,
      values: valuesOf(series.map(({ previous }) => previous)),
    },
    /** The first point has fewer days than the others. */
    isStartOpen: dayCount % daysPerPoint > 0,
    /** The last point includes today. */
    isEndOpen: range.until >= today,
  };
};
