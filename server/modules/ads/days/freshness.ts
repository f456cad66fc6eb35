import { addDays } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import { localDayAt } from '#shared/lib/localTime.ts';
import type { AdPlatform } from '#server/providers/AdPlatform.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';

/** Platforms still update days up to this age every hour. */
const youngDays = 3;
/** A reload shows young days about as fresh as on the platforms' own screens. */
const youngStaleMs = 10 * 60_000;
/** Days up to this age change only through late conversions, a few times a day. */
const recentDays = 30;
const recentStaleMs = 6 * 3_600_000;
/** Older days gain few conversions until they settle. */
const oldStaleMs = 24 * 3_600_000;

/** The time zones in which a day begins first and ends last: fallbacks for a platform that reports no time zone. */
const firstTimeZone = 'Etc/GMT-14';
const lastTimeZone = 'Etc/GMT+12';

type Zone = Pick<PlatformAccount, 'timeZone'>;
type Settling = Pick<AdPlatform, 'settledAfterDays'>;

/** Today in the account's time zone. */
export const begunUntil = ({ timeZone }: Zone, now: Date): Day => localDayAt(timeZone, now.getTime(), firstTimeZone);

/** The last settled day for a read at `at`: it has ended, and the platform no longer changes it. */
export const settledUntil = ({ timeZone }: Zone, { settledAfterDays }: Settling, at: Date): Day =>
  addDays(localDayAt(timeZone, at.getTime(), lastTimeZone), -settledAfterDays - 1);

/** The first of the young and of the recent days. */
const agesOf = ({ timeZone }: Zone, now: Date): { youngSince: Day; recentSince: Day } => {
  const today = localDayAt(timeZone, now.getTime(), lastTimeZone);
  return { youngSince: addDays(today, -youngDays), recentSince: addDays(today, -recentDays) };
};

/** An account and the last day to check. */
export type DatedAccount = ReturnType<typeof agesOf> & { accountId: string; lastDay: Day };

export const toDated = (account: Pick<PlatformAccount, 'id' | 'timeZone'>, lastDay: Day, now: Date): DatedAccount => ({
  accountId: account.id,
  lastDay,
  ...agesOf(account, now),
});

/** Days read at or before these times are stale, unless they are settled. */
export const staleBefore = (now: Date): { young: Date; recent: Date; old: Date } => ({
  young: new Date(now.getTime() - youngStaleMs),
  recent: new Date(now.getTime() - recentStaleMs),
  old: new Date(now.getTime() - oldStaleMs),
});

/** Whether a range report from `readAt` is as good as a new one. */
export const isReportFresh = (zone: Zone, settling: Settling, until: Day, readAt: Date, now: Date): boolean => {
  if (until <= settledUntil(zone, settling, readAt)) return true;
  const { youngSince, recentSince } = agesOf(zone, now);
  const { young, recent, old } = staleBefore(now);
  return readAt > (until >= youngSince ? young : until >= recentSince ? recent : old);
};

/** Groups ascending days into consecutive ranges, newest first. */
export const toSpans = (days: readonly Day[]): DateRange[] => {
  const spans: DateRange[] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last && addDays(last.until, 1) === day) last.until = day;
    else spans.push({ since: day, until: day });
  }
  return spans.toReversed();
};
