import { addDays } from '#shared/lib/dateRange.ts';
import type { Day } from '#shared/lib/dateRange.ts';

const hourMs = 3_600_000;
/** Created once each: creating one takes longer than using it a hundred times. */
const clocks = new Map<string, Intl.DateTimeFormat>();

const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, clock);
  return clock;
};

/** Local date and time at an instant, as `2026-03-29 02:30:00`. A zone that is not known counts as UTC. */
const localTime = (timeZone: string | null, at: number): string => {
  try {
    return clockOf(timeZone ?? 'UTC').format(at);
  } catch (error) {
    if (error instanceof RangeError) return clockOf('UTC').format(at);
    throw error;
  }
};

/** The first instant of a day in a time zone, which is not midnight where clocks change then. */
export const startOfDay = (timeZone: string | null, day: Day): Date => {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let at = midnight;
  // Twice: the offset may change between the guess and the day.
  for (let round = 0; round < 2; round += 1) {
    const local = Date.parse(`${localTime(timeZone, at).replace(' ', 'T')}Z`);
    at -= local - midnight;
  }
  // A day that begins at one o'clock.
  if (localTime(timeZone, at).slice(0, 10) < day) at += hourMs;
  return new Date(at);
};

/** The first instants of these days and of the day after them. */
export const startsOfDays = (timeZone: string | null, days: readonly Day[]): Date[] => {
  const last = days.at(-1);
  return [...days, ...(last === undefined ? [] : [addDays(last, 1)])].map((day) => startOfDay(timeZone, day));
};
