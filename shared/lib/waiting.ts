import type { ResponseClock } from '../responseGoal.ts';
import { leadWorkLimits } from '../limits.ts';
import { officeMs, officeTimeBefore } from './officeTime.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Only leads that arrived at or after this instant count. */
export const waitingSince = ({ since }: Pick<ResponseClock, 'since'>, now: number): number =>
  Math.max(Date.parse(since), now - leadWorkLimits.waitingDays * dayMs);

/** Leads without a response are overdue if they arrived at or before this instant. Null: no lead is overdue. */
export const overdueUntil = (clock: ResponseClock, now: number): number | null =>
  clock.minutes === null
    ? null
    : officeTimeBefore(clock.officeHours, now, { ms: clock.minutes * minuteMs, earliest: waitingSince(clock, now) });

export type Waiting =
  /** The clock does not run for this lead. */
  | { state: 'untimed' }
  /** `ms` in office time. */
  | { state: 'answered'; ms: number }
  | { state: 'waiting' | 'overdue'; ms: number };

type Lead = { list: string; isTest: boolean; createdAt: string; respondedAt: string | null };

/** The time to a lead's first response, or the wait so far. The clock runs only for leads from lead forms, not for tests. */
export const waitingOf = (
  { list, isTest, createdAt, respondedAt }: Lead,
  clock: ResponseClock,
  now: number,
): Waiting => {
  const arrival = Date.parse(createdAt);
  if (list === 'custom' || isTest || arrival < Date.parse(clock.since)) return { state: 'untimed' };
  if (respondedAt !== null)
    return { state: 'answered', ms: officeMs(clock.officeHours, arrival, Date.parse(respondedAt)) };
  if (arrival < waitingSince(clock, now)) return { state: 'untimed' };
  const ms = officeMs(clock.officeHours, arrival, now);
  return { state: clock.minutes !== null && ms >= clock.minutes * minuteMs ? 'overdue' : 'waiting', ms };
};
