import type { Day } from './dateRange.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Zones have many spellings, which people choose. */
const mostClocks = 1000;
/** Created once each: creating one takes longer than using it a hundred times. */
const clocks = new Map<string, Intl.DateTimeFormat>();

const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  if (clocks.size >= mostClocks) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
};

export const isTimeZone = (timeZone: string): boolean => {
  try {
    clockOf(timeZone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

/**
 * Local date and time at an instant, as `2026-03-29 02:30:00`. A zone that is not known counts as `otherwise`: a platform may use
 * names of its own, or newer ones than our time zone data.
 */
const localTime = (timeZone: string | null, at: number, otherwise = 'UTC'): string =>
  clockOf(timeZone !== null && isTimeZone(timeZone) ? timeZone : otherwise).format(at);

/** The day in a time zone at an instant. */
export const localDayAt = (timeZone: string | null, at: number, otherwise?: string): Day =>
  localTime(timeZone, at, otherwise).slice(0, 10);

/** How many milliseconds the local clock is ahead of UTC. */
export const offsetAt = (timeZone: string | null, at: number): number =>
  Date.parse(`${localTime(timeZone, at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;

/**
 * When the clock of a time zone first shows a time. A time that is left out when clocks change is as much later as clocks are put
 * forward.
 * @param shown the local time, in milliseconds as if it were UTC
 */
export const instantShowing = (timeZone: string | null, shown: number): number => {
  const before = offsetAt(timeZone, shown - dayMs);
  const after = offsetAt(timeZone, shown + dayMs);
  if (before === after) return shown - before;
  const isShown = (at: number) => at + offsetAt(timeZone, at) === shown;
  const found = [shown - before, shown - after].filter(isShown);
  return found.length > 0 ? Math.min(...found) : shown - before;
};

/** When the clock of a time zone first shows a time of a day, in minutes since midnight. */
export const instantOf = (timeZone: string | null, day: Day, minutes: number): number =>
  instantShowing(timeZone, Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs);
