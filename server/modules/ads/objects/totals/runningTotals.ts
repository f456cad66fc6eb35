import { addDays } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import { addMetrics, isNothing, isSame, noMetrics, storedMetrics, subtractMetrics } from './metrics.ts';
import type { Metrics } from './metrics.ts';

/*
 * The sum of an object's metrics over a range is the difference of two running totals. Only differences count, so the
 * origin is arbitrary: older days are added in front without changing the totals after them.
 */

/** Days in each metric's part of a month's array. Shorter months repeat their last day. */
export const monthDays = 31;

export type RunningTotals = {
  /** Null: no delivery yet. */
  firstDay: Day | null;
  lastDay: Day | null;
  /** The totals before the first day and after the last one. */
  before: Metrics;
  after: Metrics;
  /** Totals at the end of each day, by the first day of their month; at least the months that a change needs. */
  months: ReadonlyMap<Day, readonly bigint[]>;
};

export const noTotals: RunningTotals = {
  firstDay: null,
  lastDay: null,
  before: noMetrics,
  after: noMetrics,
  months: new Map(),
};

export const monthOf = (day: Day): Day => `${day.slice(0, 8)}01`;
const nextMonth = (month: Day): Day => monthOf(addDays(month, 31));
const earlier = (left: Day, right: Day): Day => (left < right ? left : right);
const later = (left: Day, right: Day): Day => (left > right ? left : right);

/** The months from `since` to `until`. */
const monthsBetween = (since: Day, until: Day): Day[] => {
  const months: Day[] = [];
  for (let month = monthOf(since); month <= until; month = nextMonth(month)) months.push(month);
  return months;
};

/** The totals at the end of a day. @throws Error if its month is not loaded */
export const totalsAt = ({ firstDay, lastDay, before, after, months }: RunningTotals, day: Day): Metrics => {
  if (firstDay === null || lastDay === null || day < firstDay) return before;
  if (day >= lastDay) return after;
  const month = months.get(monthOf(day));
  if (!month) throw new Error(`the totals of ${monthOf(day)} are not loaded`);
  const index = Number(day.slice(8)) - 1;
  return storedMetrics.map((_, metric) => month[metric * monthDays + index] ?? 0n);
};

/** The metrics of a day. */
export const metricsOf = (series: RunningTotals, day: Day): Metrics =>
  subtractMetrics(totalsAt(series, day), totalsAt(series, addDays(day, -1)));

/** The array of a month, from the totals at the end of each day. */
const toMonth = (month: Day, at: (day: Day) => Metrics): bigint[] => {
  const array = Array.from({ length: storedMetrics.length * monthDays }, () => 0n);
  const end = nextMonth(month);
  let totals: Metrics = noMetrics;
  let day = month;
  for (let index = 0; index < monthDays; index += 1) {
    if (day < end) totals = at(day);
    for (const [metric, value] of totals.entries()) array[metric * monthDays + index] = value;
    day = addDays(day, 1);
  }
  return array;
};

/** The months needed to change these days of an object. */
export const monthsToLoad = (
  { firstDay, lastDay }: Pick<RunningTotals, 'firstDay' | 'lastDay'>,
  { since, until }: DateRange,
): Day[] => {
  // Days before the first day are prepended; days after the last day are appended.
  if (firstDay === null || lastDay === null || until < firstDay || since > lastDay) {
    const touched = firstDay !== null && until < firstDay ? firstDay : lastDay;
    return touched === null ? [] : [monthOf(touched)];
  }
  return monthsBetween(later(addDays(since, -1), firstDay), lastDay);
};

/**
 * Replaces the days of a range with these metrics and returns the new totals. Days missing from the map had no
 * delivery. A corrected day shifts all totals after it.
 * @param series with the months of `monthsToLoad`
 * @returns the series, with only the changed months
 */
export const setDays = (
  series: RunningTotals,
  { since, until }: DateRange,
  metricsByDay: ReadonlyMap<Day, Metrics>,
): RunningTotals => {
  const delivered = [...metricsByDay].filter(([, metrics]) => !isNothing(metrics)).map(([day]) => day);
  const { firstDay, lastDay } = series;
  const [earliest, latest] = [delivered.reduce(earlier, until), delivered.reduce(later, since)];
  const isUnknown = firstDay === null || lastDay === null;
  if (delivered.length === 0 && (isUnknown || until < firstDay || since > lastDay))
    return { ...series, months: new Map() };

  const first =
    delivered.length === 0 || (firstDay !== null && firstDay < earliest) ? (firstDay ?? earliest) : earliest;
  const last = delivered.length === 0 || (lastDay !== null && lastDay > latest) ? (lastDay ?? latest) : latest;
  const isInFront = firstDay !== null && until < firstDay;

  /** Running totals within the range. */
  const sums = new Map<Day, Metrics>();
  let sum: Metrics = noMetrics;
  for (let day = since; day <= until; day = addDays(day, 1)) {
    sum = addMetrics(sum, metricsByDay.get(day) ?? noMetrics);
    sums.set(day, sum);
  }
  const base = isInFront ? subtractMetrics(series.before, sum) : totalsAt(series, addDays(since, -1));
  const shift = isInFront ? noMetrics : subtractMetrics(addMetrics(base, sum), totalsAt(series, until));
  const before = isInFront ? base : series.before;
  const after = addMetrics(series.after, shift);
  const at = (day: Day): Metrics => {
    if (day < first) return before;
    if (day >= last) return after;
    if (day < since) return totalsAt(series, day);
    const own = sums.get(day);
    return own ? addMetrics(base, own) : addMetrics(totalsAt(series, day), shift);
  };

  const changedSince = lastDay !== null && since > lastDay ? addDays(lastDay, 1) : later(since, first);
  const changedUntil = isInFront ? addDays(firstDay, -1) : isNothing(shift) ? earlier(until, last) : last;
  const months = new Map<Day, readonly bigint[]>();
  for (const month of changedSince <= changedUntil ? monthsBetween(changedSince, changedUntil) : []) {
    const array = toMonth(month, at);
    const known = series.months.get(month);
    if (!known || !isSame(array, known)) months.set(month, array);
  }
  return { firstDay: first, lastDay: last, before, after, months };
};
