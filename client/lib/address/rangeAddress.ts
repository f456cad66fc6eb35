import { defaultRange, earliestDay, isDay, localDay, quickSelectRange, quickSelects } from '#shared/lib/dateRange.ts';
import type { DateRange, Day, QuickSelectId } from '#shared/lib/dateRange.ts';

/** Days as an address has them, and the period that they are, if they are one. */
export type RangeAddress = { range: DateRange; quickSelect: QuickSelectId | null };

const isSameRange = (one: DateRange, other: DateRange): boolean =>
  one.since === other.since && one.until === other.until;

const currentDay = (): Day => localDay(new Date());

/** Null for days that cannot be asked for: none, unreadable, the wrong way round, too long ago or yet to come. */
const readRange = (params: URLSearchParams, today: Day): DateRange | null => {
  const since = params.get('since');
  const until = params.get('until');
  if (!isDay(since) || !isDay(until)) return null;
  return since <= until && since >= earliestDay(today) && until <= today ? { since, until } : null;
};

/** Without usable days the default week counts. */
export const readRangeAddress = (params: URLSearchParams, today = currentDay()): RangeAddress => {
  const range = readRange(params, today) ?? defaultRange(today);
  const named = quickSelects.find(({ id }) => isSameRange(quickSelectRange(id, today), range));
  return { range, quickSelect: named?.id ?? null };
};

/** Writes the days into the query of an address; the default week leaves it bare. */
export const writeRangeAddress = (params: URLSearchParams, range: DateRange, today = currentDay()): void => {
  const isDefault = isSameRange(range, defaultRange(today));
  for (const end of ['since', 'until'] as const) {
    if (isDefault) params.delete(end);
    else params.set(end, range[end]);
  }
};
