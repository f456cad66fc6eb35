import type { OfficeHours } from '../responseGoal.ts';
import { addDays } from './dateRange.ts';
import type { Day } from './dateRange.ts';
import { instantOf, localDayAt } from './localTime.ts';

/** Instants in milliseconds; the end is exclusive. */
export type Opening = { start: number; end: number };

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** Cached openings per office hours and day, because each needs several time zone lookups. */
const known = new WeakMap<OfficeHours, Map<Day, Opening | null>>();

const computeOpening = ({ days, opens, closes, timeZone }: OfficeHours, day: Day): Opening | null => {
  if (!days.includes(weekdayOf(day))) return null;
  const start = instantOf(timeZone, day, minutesOf(opens));
  const end = instantOf(timeZone, day, minutesOf(closes));
  return start < end ? { start, end } : null;
};

/** Null: closed all day. */
const openingOn = (hours: OfficeHours, day: Day): Opening | null => {
  const byDay = known.get(hours) ?? new Map<Day, Opening | null>();
  known.set(hours, byDay);
  const opening = byDay.has(day) ? (byDay.get(day) ?? null) : computeOpening(hours, day);
  byDay.set(day, opening);
  return opening;
};

/** The openings that overlap two instants, earliest first. The first and last may extend beyond them. */
export const openingsBetween = (hours: OfficeHours, from: number, to: number): Opening[] => {
  const openings: Opening[] = [];
  const last = localDayAt(hours.timeZone, to);
  for (let day = localDayAt(hours.timeZone, from); day <= last; day = addDays(day, 1)) {
    const opening = openingOn(hours, day);
    if (opening && opening.end > from && opening.start < to) openings.push(opening);
  }
  return openings;
};

/** Office time between two instants, in milliseconds. @param hours null: all time counts */
export const officeMs = (hours: OfficeHours | null, from: number, to: number): number => {
  if (to <= from) return 0;
  if (!hours) return to - from;
  return openingsBetween(hours, from, to).reduce(
    (sum, { start, end }) => sum + Math.min(end, to) - Math.max(start, from),
    0,
  );
};

/**
 * The latest instant with at least this much office time since.
 * @param ms more than 0
 * @param earliest the search ends here
 * @returns null if there is no such instant after `earliest`
 */
export const officeTimeBefore = (
  hours: OfficeHours | null,
  now: number,
  { ms, earliest }: { ms: number; earliest: number },
): number | null => {
  let rest = ms;
  const openings = hours ? openingsBetween(hours, earliest, now).toReversed() : [{ start: earliest, end: now }];
  for (const { start, end } of openings) {
    const until = Math.min(end, now);
    const from = Math.max(start, earliest);
    if (until - from >= rest) return until - rest;
    rest -= until - from;
  }
  return null;
};
