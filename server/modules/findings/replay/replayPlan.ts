import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import { startOfDay } from '#server/lib/startOfDay.ts';

const dayMs = 86_400_000;
/** The detector keeps this many days. */
const historyDays = 256;
/** Reads of young days are kept longer (`deleteOldReports`). */
const replayedDays = 91;
/** All replays within 28 days start on the same day, so that the detector learns from the same data. */
const blockDays = 28;

const startOfBlock = (day: Day): Day => {
  const number = Date.parse(day) / dayMs;
  return utcDay(new Date((number - (number % blockDays)) * dayMs));
};

const later = (a: Day, b: Day): Day => (a > b ? a : b);

export type ReplayPlan = {
  /** The first day of the replay. */
  since: Day;
  /** All days before this run are known in it. */
  firstRun: Day;
  /** The days that become known in each run. */
  known: ReadonlyMap<Day, readonly Day[]>;
};

/** @returns null until a day is complete */
export const planReplay = (
  days: readonly { day: Day; readAt: Date }[],
  reads: readonly string[],
  { today, timeZone }: { today: Day; timeZone: string | null },
): ReplayPlan | null => {
  const since = startOfBlock(addDays(today, 1 - historyDays + blockDays));
  const instants = reads.map((read) => new Date(read));
  const first = instants[0];
  if (!first) return null;
  const firstRun = [utcDay(first), today].reduce((a, b) => (a < b ? a : b));
  const begin = later(firstRun, startOfBlock(addDays(today, -replayedDays)));
  const known = new Map<Day, Day[]>();
  for (const { day, readAt } of days) {
    const end = startOfDay(timeZone, addDays(day, 1));
    // A day is partial if it was only read before it ended.
    if (readAt < end || day >= today || day < since) continue;
    const read = instants.find((instant) => instant >= end);
    const run = later(later(read ? utcDay(read) : addDays(day, 1), addDays(day, 1)), begin);
    const inTime = run > today ? today : run;
    known.set(inTime, [...(known.get(inTime) ?? []), day]);
  }
  return known.size === 0 ? null : { since, firstRun: begin, known };
};
