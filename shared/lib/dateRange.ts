import { dateLimits } from '../limits.ts';

/** A calendar day as `YYYY-MM-DD`, without a time zone. */
export type Day = string;

/** Both days included. */
export type DateRange = { since: Day; until: Day };

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

const toUtc = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const fromUtc = (date: Date): Day => date.toISOString().slice(0, 10);

/** Whether the day exists in the calendar: `2026-02-30` does not. */
export const isDay = (value: unknown): value is Day =>
  typeof value === 'string' &&
  dayPattern.test(value) &&
  !Number.isNaN(toUtc(value).getTime()) &&
  fromUtc(toUtc(value)) === value;

/** The calendar day at `date` in local time. */
export const localDay = (date: Date): Day =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

/** The calendar day in UTC. */
export const utcDay = (date: Date): Day => fromUtc(date);

export const addDays = (day: Day, count: number): Day => {
  const date = toUtc(day);
  date.setUTCDate(date.getUTCDate() + count);
  return fromUtc(date);
};

const addYears = (day: Day, count: number): Day => {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year + count, month, 0)).getUTCDate();
  return fromUtc(new Date(Date.UTC(year + count, month - 1, Math.min(dayOfMonth, lastOfMonth))));
};

/** The earliest day that can be requested: two years before today. */
export const earliestDay = (today: Day): Day => addYears(today, -dateLimits.earliestYearsBack);

/** The earliest day that is ever read, with one day of tolerance for time zones. */
export const earliestReadDay = (today: Day): Day => addDays(earliestDay(today), -dateLimits.timeZoneToleranceDays);

/** Days in the range, both ends included. */
export const countDays = ({ since, until }: DateRange): number =>
  Math.round((toUtc(until).getTime() - toUtc(since).getTime()) / 86_400_000) + 1;

/** The same number of days directly before the range. */
export const previousRange = (range: DateRange): DateRange => ({
  since: addDays(range.since, -countDays(range)),
  until: addDays(range.since, -1),
});

/** The range moved back by whole weeks, just far enough to end before it starts. */
export const sameWeekdaysBefore = (range: DateRange): DateRange => {
  const days = Math.ceil(countDays(range) / 7) * 7;
  return { since: addDays(range.since, -days), until: addDays(range.until, -days) };
};

/** The same dates a year before; February 29 becomes February 28. */
export const yearBefore = ({ since, until }: DateRange): DateRange => ({
  since: addYears(since, -1),
  until: addYears(until, -1),
});

export const daysOf = (range: DateRange): Day[] => {
  const first = toUtc(range.since).getTime();
  return Array.from({ length: countDays(range) }, (_, index) => fromUtc(new Date(first + index * 86_400_000)));
};

export const defaultRange = (today: Day): DateRange => ({
  since: addDays(today, -dateLimits.defaultRangeDaysBack),
  until: today,
});

/**
 * The start must not be after the end. Both must lie between two years ago and today, with one day of tolerance for
 * time zones.
 */
export const isAllowedRange = ({ since, until }: DateRange, today: Day): boolean =>
  isDay(since) &&
  isDay(until) &&
  since <= until &&
  since >= earliestReadDay(today) &&
  until <= addDays(today, dateLimits.timeZoneToleranceDays);

export const quickSelects = [
  { id: 'today', label: 'Today' },
  { id: 'yesterday', label: 'Yesterday' },
  { id: 'last7Days', label: 'Last 7 days' },
  { id: 'last30Days', label: 'Last 30 days' },
  { id: 'monthToDate', label: 'Month to date' },
  { id: 'lastMonth', label: 'Last month' },
  { id: 'yearToDate', label: 'Year to date' },
  { id: 'lastYear', label: 'Last year' },
] as const;

export type QuickSelectId = (typeof quickSelects)[number]['id'];

/** The days of a quick-select period relative to `today`. */
export const quickSelectRange = (id: QuickSelectId, today: Day): DateRange => {
  const year = Number(today.slice(0, 4));
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const lastOfPreviousMonth = addDays(firstOfMonth, -1);
  const ranges: Record<QuickSelectId, DateRange> = {
    today: { since: today, until: today },
    yesterday: { since: addDays(today, -1), until: addDays(today, -1) },
    last7Days: { since: addDays(today, -6), until: today },
    last30Days: { since: addDays(today, -29), until: today },
    monthToDate: { since: firstOfMonth, until: today },
    lastMonth: { since: `${lastOfPreviousMonth.slice(0, 7)}-01`, until: lastOfPreviousMonth },
    yearToDate: { since: `${year}-01-01`, until: today },
    lastYear: { since: `${year - 1}-01-01`, until: `${year - 1}-12-31` },
  };
  return ranges[id];
};

/** Applies a manual edit. If the edited day crosses the other end, both ends become that day. */
export const withEditedDay = (range: DateRange, edited: 'since' | 'until', day: Day): DateRange => {
  const next = { ...range, [edited]: day };
  return next.since > next.until ? { since: day, until: day } : next;
};
