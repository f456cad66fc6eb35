import { localDayAt } from '#shared/lib/localTime.ts';

/** The sandbox's clock, shared by all services, so that tests can replace it. */
export type SandboxClock = {
  /** Unix time in milliseconds. */
  now(): number;
  /** The calendar day (`YYYY-MM-DD`) in a time zone; UTC by default. */
  today(timeZone?: string): string;
};

/** @param now by default evaluates `Date.now` at each call, so that it follows a faked `Date` */
export const createClock = (now: () => number = () => Date.now()): SandboxClock => ({
  now,
  today: (timeZone = 'UTC') => localDayAt(timeZone, now()),
});
