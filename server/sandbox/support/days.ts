import { isDay, utcDay } from '#shared/lib/dateRange.ts';

const msPerDay = 86_400_000;

/** Days since 1970-01-01 of a `YYYY-MM-DD` text, or undefined for an invalid day. */
export const dayNumberOf = (date: string): number | undefined =>
  isDay(date) ? Date.parse(date) / msPerDay : undefined;

/** Cached texts of days, because long reports repeat them. */
const dateTexts = new Map<number, string>();

/** The `YYYY-MM-DD` text of a day number. */
export const dateOfDay = (dayNumber: number): string => {
  const known = dateTexts.get(dayNumber);
  if (known !== undefined) return known;
  const text = utcDay(new Date(dayNumber * msPerDay));
  dateTexts.set(dayNumber, text);
  return text;
};

/** All day numbers from the first to the last, inclusive; empty if the order is wrong. */
export const daysBetween = (firstDay: number, lastDay: number): number[] =>
  Array.from({ length: Math.max(0, lastDay - firstDay + 1) }, (_, index) => firstDay + index);
