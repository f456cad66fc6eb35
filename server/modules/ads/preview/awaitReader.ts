import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { AppContext } from '#server/AppContext.ts';
import { pollUntil } from '#server/lib/flow/pollUntil.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import { toDated } from '#server/modules/ads/days/freshness.ts';
import { findReading } from '#server/modules/ads/insightAccounts.store.ts';
import type { AccountReading } from '#server/modules/ads/insightAccounts.store.ts';
import { findDaysToRead } from '#server/modules/ads/days/insightDays.store.ts';
import type { Owner } from '#server/modules/ads/days/insightDays.store.ts';
import type { Reading } from '#server/modules/ads/days/readDays.ts';

/** How long an interactive caller waits for another reader before it reads a page itself. */
const longestWaitMs = { interactive: 4_000, background: 60_000 } as const;
/** How long to wait for an enqueued read to begin, in case no worker is running. */
const beginMs = 1_000;

/** Whether another reader is reading rows of one of these days, or about to begin. */
const isBeingRead = (reading: AccountReading, days: readonly Day[], mayBegin: boolean): boolean => {
  const { isFree, readingSince, readingUntil } = reading;
  if (isFree || readingSince === null || readingUntil === null) return mayBegin;
  return days.some((day) => day >= readingSince && day <= readingUntil);
};

/**
 * Waits while another reader, in any process, stores missing or stale days of a range.
 * @returns the days that still have to be read
 */
export const awaitReader = async (
  context: Pick<AppContext, 'clock' | 'db'>,
  owner: Owner,
  account: PlatformAccount,
  range: DateRange,
  { patience, signal }: Reading,
): Promise<Day[]> => {
  const look = async (): Promise<{ days: Day[]; reading: AccountReading | null }> => {
    // Check the reader before the days: if it ends in between, the days are stored.
    const reading = await findReading(context.db, owner, account.id);
    const now = context.clock.now();
    const dated = [toDated(account, range.until, now)];
    const [due] = await findDaysToRead(context.db, owner, 'rows', dated, range, now);
    return due ? { days: due.days, reading } : { days: [], reading: null };
  };
  const { days } = await pollUntil(look, {
    isEnough: (seen, waitedMs) => !seen.reading || !isBeingRead(seen.reading, seen.days, waitedMs < beginMs),
    waitMs: longestWaitMs[patience],
    signal,
  });
  return days;
};
