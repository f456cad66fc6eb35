/** The sandbox's clock; one object for all services, so that a test can replace it. */
export type SandboxClock = {
  /** Unix time in milliseconds. */
  now(): number;
  /** The calendar day (`YYYY-MM-DD`) in a time zone, UTC unless named. */
  today(timeZone?: string): string;
};

/** @param now by default looked up at each call, so that it follows a faked `Date` */
export function createClock(now: () => number = () => Date.now()): SandboxClock {
  /** By time zone: creating one takes longer than the rest of a small call. */
  const formats = new Map<string, Intl.DateTimeFormat>();
  return {
    now,
    today(timeZone = 'UTC') {
      const format = formats.get(timeZone) ?? dayFormat(timeZone);
      formats.set(timeZone, format);
      return format.format(now());
    },
  };
}

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  // The Canadian English locale writes dates as YYYY-MM-DD.
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
}
