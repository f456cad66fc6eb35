import { utcDay } from '#shared/lib/dateRange.ts';
import { offsetAt } from '#shared/lib/localTime.ts';

/** A day as a count of days since 1970-01-01. */
export type DayNumber = number;

const dayMs = 86_400_000;

/** Cache of the last day, because consecutive rows mostly share a day. */
let last = { text: '1970-01-01', day: 0 };

export const toDayNumber = (text: string): DayNumber => {
  if (text !== last.text) last = { text, day: Math.round(Date.parse(text) / dayMs) };
  return last.day;
};
export const toDay = (day: DayNumber): string => utcDay(new Date(day * dayMs));
/** 0 is Monday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: DayNumber): number => (day + 3) % 7;
export const monthOf = (day: DayNumber): string => toDay(day).slice(0, 7);
export const monthRange = (month: string): { first: DayNumber; last: DayNumber } => {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return { first: Date.UTC(year, number - 1, 1) / dayMs, last: Date.UTC(year, number, 1) / dayMs - 1 };
};

const offsets = new Map<string, number>();

/** A time zone's offset from UTC in minutes, at noon of a day. */
const offsetMinutes = (timeZone: string, day: DayNumber): number => {
  const key = `${timeZone} ${day}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    // Bounds the memory of a process that runs for years.
    if (offsets.size > 20_000) offsets.clear();
    offset = offsetAt(timeZone, day * dayMs + dayMs / 2) / 60_000;
    offsets.set(key, offset);
  }
  return offset;
};

/** Converts a time to local hours of the account since 1970-01-01 00:00 local time. */
export const localHour = (at: string, timeZone: string): number => {
  const time = Date.parse(at);
  return Math.floor((time / 60_000 + offsetMinutes(timeZone, Math.floor(time / dayMs))) / 60);
};
