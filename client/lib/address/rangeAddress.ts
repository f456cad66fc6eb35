import { defaultRange, earliestDay, isDay, localDay, quickSelectRange, quickSelects } from '#shared/lib/dateRange.ts';
import type { DateRange, Day, QuickSelectId } from '#shared/lib/dateRange.ts';

/** Days of an address, and their named period if there is one. */
export type RangeAddress = { range: DateRange; quickSelect: QuickSelectId | null };

const isSameRange = (one: DateRange, other: DateRange): boolean =>
  one.since === other.since && one.until === other.until;

const currentDay = (): Day => localDay(new Date());

/** Null for missing, unreadable, reversed, too old or future days. */
const readRange = (params: URLSearchParams, today: Day): DateRange | null => {
  const since = params.get('since');
  const until = params.get('until');
  if (!isDay(since) || !isDay(until)) return null;
  return since <= until && since >= earliestDay(today) && until <= today ? { since, until } : null;
};

/** `period` names days that move with the calendar. Falls back to the default week. */
export const readRangeAddress = (params: URLSearchParams, today = currentDay()): RangeAddress => {
  const period = quickSelects.find(({ id }) => id === params.get('period'));
  if (period) return { range: quickSelectRange(period.id, today), quickSelect: period.id };
  const range = readRange(params, today) ?? defaultRange(today);
  const named = quickSelects.find(({ id }) => isSameRange(quickSelectRange(id, today), range));
  return { range, quickSelect: named?.id ?? null };
};

/** Writes the days into the query. The default week is left out. */
export const writeRangeAddress = (params: URLSearchParams, range: DateRange, today = currentDay()): void => {
  const isDefault = isSameRange(range, defaultRange(today));
  params.delete('period');
  for (const end of ['since', 'until'] as const) {
    if (isDefault) params.delete(end);
    else params.set(end, range[end]);
  }
};
