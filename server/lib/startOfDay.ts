import { addDays } from '#shared/lib/dateRange.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import { instantOf } from '#shared/lib/localTime.ts';

/** The first instant of a day in a time zone, which is not midnight where clocks change then. */
export const startOfDay = (timeZone: string | null, day: Day): Date => new Date(instantOf(timeZone, day, 0));

/** The first instants of these days and of the day after them. */
export const startsOfDays = (timeZone: string | null, days: readonly Day[]): Date[] => {
  const last = days.at(-1);
  return [...days, ...(last === undefined ? [] : [addDays(last, 1)])].map((day) => startOfDay(timeZone, day));
};
