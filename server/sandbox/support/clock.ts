import { localDayAt } from '#shared/lib/localTime.ts';

/** The sandbox's clock; one object for all services, so that a test can replace it. */
export type SandboxClock = {
  /** Unix time in milliseconds. */
  now(): number;
  /** The calendar day (`YYYY-MM-DD`) in a time zone, UTC unless named. */
  today(timeZone?: string): string;
};

/** @param now by default looked up at each call, so that it follows a faked `Date` */
export const createClock = (now: () => number = () => Date.now()): SandboxClock => ({
  now,
  today: (timeZone = 'UTC') => localDayAt(timeZone, now()),
});
