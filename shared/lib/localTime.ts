import type { Day } from './dateRange.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** People choose zones, and a zone has many spellings. */
const mostClocks = 1000;
/** Cached, because creating a formatter takes longer than using it a hundred times. */
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
 * Local date and time at an instant, as `2026-03-29 02:30:00`. Falls back to `otherwise` for an unknown zone: a
 * platform may use its own names, or names newer than our time zone data.
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
 * The first instant at which a time zone's clock shows a time. A skipped time moves forward by the clock change.
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

/** The first instant at which a time zone's clock shows a time of day, given in minutes since midnight. */
export const instantOf = (timeZone: string | null, day: Day, minutes: number): number =>
  instantShowing(timeZone, Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs);
