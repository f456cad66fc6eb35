/** The sandbox's idea of time; one object for all services, so a test can hand in another one. */
export type SandboxClock = {
  /** Unix time in milliseconds. */
  now(): number;
  /** The calendar day (`YYYY-MM-DD`) in a time zone, UTC unless named. */
  today(timeZone?: string): string;
};

export function createClock(now: () => number = Date.now): SandboxClock {
  return {
    now,
    today(timeZone = 'UTC') {
      // The Canadian English locale writes dates as YYYY-MM-DD.
      const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
      return format.format(now());
    },
  };
}
