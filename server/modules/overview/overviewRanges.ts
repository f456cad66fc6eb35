import { earliestReadDay, utcDay } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';

/** The days of both ranges, limited to readable days. */
export const readableRange = (range: DateRange, previous: DateRange, now: Date): DateRange => {
  const earliest = earliestReadDay(utcDay(now));
  return { since: previous.since > earliest ? previous.since : earliest, until: range.until };
};
