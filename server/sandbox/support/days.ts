const MS_PER_DAY = 86_400_000;
const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** Days since 1970-01-01 of a `YYYY-MM-DD` text, or undefined for an invalid day. */
export function dayNumberOf(date: string): number | undefined {
  if (!DATE_PATTERN.test(date)) return undefined;
  const ms = Date.parse(`${date}T00:00:00Z`);
  // Date.parse accepts some impossible days (2026-02-30); they come back as another day.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date) return undefined;
  return ms / MS_PER_DAY;
}

/** Texts of days, which reports of years contain again and again. */
const dateTexts = new Map<number, string>();

/** The `YYYY-MM-DD` text of a day number. */
export function dateOfDay(dayNumber: number): string {
  const known = dateTexts.get(dayNumber);
  if (known !== undefined) return known;
  const text = new Date(dayNumber * MS_PER_DAY).toISOString().slice(0, 10);
  dateTexts.set(dayNumber, text);
  return text;
}

/** Every day number from the first to the last one, both included; empty when they are in the wrong order. */
export function daysBetween(firstDay: number, lastDay: number): number[] {
  return Array.from({ length: Math.max(0, lastDay - firstDay + 1) }, (_, index) => firstDay + index);
}
