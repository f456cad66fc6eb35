import { addDays, countDays, utcDay } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { InsightRowOf } from '#shared/insights.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { DaysPart } from '../AdPlatform.ts';
import { ProviderError } from '../ProviderError.ts';

/** Shared parts of `readDays` for all platforms: spans, newest first, and rows grouped by day. */

/**
 * Part of a range that a platform with limited retention still has; null when none.
 * @param now in UTC: an account's today may be a day ahead, and so its first day
 */
export const clampToMonths = (range: DateRange, months: number, now = new Date()): DateRange | null => {
  const earliest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  const lastOfMonth = new Date(Date.UTC(earliest.getUTCFullYear(), earliest.getUTCMonth() + 1, 0)).getUTCDate();
  earliest.setUTCDate(Math.min(now.getUTCDate(), lastOfMonth));
  const since = addDays(utcDay(earliest), 1);
  if (range.until < since) return null;
  return range.since < since ? { since, until: range.until } : range;
};

/** Days of a range older than the platform's retention; null when there are none. */
export const rangeBeforeRetention = (range: DateRange, kept: DateRange | null): DateRange | null => {
  const until = kept === null ? range.until : addDays(kept.since, -1);
  return until < range.since ? null : { since: range.since, until };
};

type SpanRead<Part> = {
  range: DateRange;
  /** Longest span of one query. */
  maxDays: number;
  /** Days of the next query. A caller that shares this object may change it between queries. */
  size?: { days: number };
  read: (span: DateRange) => Promise<Part>;
  /** Whether a shorter span may succeed. */
  isTooLarge: (error: ProviderError) => boolean;
  /** Error to throw when a single day is still too large. */
  giveUp: (error: ProviderError) => Error;
};

/** After this many successful spans the next one is longer, so at most one refusal per growth. */
const spansBeforeGrowth = 8;

/**
 * Reads a range in spans, newest first. A span that is too large is read in halves, and later spans stay that short.
 */
export async function* readInSpans<Part>({
  range,
  maxDays,
  size = { days: maxDays },
  read,
  isTooLarge,
  giveUp,
}: SpanRead<Part>): AsyncGenerator<Part> {
  let carried = 0;
  for (let { until } = range; until >= range.since;) {
    const first = addDays(until, 1 - size.days);
    const span = { since: first > range.since ? first : range.since, until };
    let part: Part;
    try {
      part = await read(span);
    } catch (error) {
      if (!(error instanceof ProviderError) || !isTooLarge(error)) throw error;
      const days = countDays(span);
      if (days < 2) throw giveUp(error);
      size.days = Math.ceil(days / 2);
      carried = 0;
      continue;
    }
    yield part;
    until = addDays(span.since, -1);
    carried += 1;
    if (carried % spansBeforeGrowth === 0) size.days = Math.min(maxDays, size.days * 2);
  }
}

/** A row with its day, and an id unique within that day. */
export type DatedRow<Row> = { day: Day; id: string; row: Row };

/**
 * Groups the rows of a span by day. A list that grows during paging can repeat a row; the later one wins.
 * @throws ProviderError `retry` for a day outside the span, which is not stored
 */
export const toDaysPart = <P extends PlatformId>(
  platform: P,
  span: DateRange,
  rows: Iterable<DatedRow<InsightRowOf[P]>>,
): DaysPart<P> => {
  const byDay = new Map<Day, Map<string, InsightRowOf[P]>>();
  for (const { day, id, row } of rows) {
    if (day < span.since || day > span.until) throw foreignDay(platform);
    const known = byDay.get(day);
    if (known) known.set(id, row);
    else byDay.set(day, new Map([[id, row]]));
  }
  return { range: span, days: new Map(Array.from(byDay, ([day, known]) => [day, [...known.values()]])) };
};

export const foreignDay = (platform: PlatformId): ProviderError =>
  new ProviderError(platform, {
    outcome: 'retry',
    userMessage: messages.platform.unavailable(platform),
    providerCode: 'foreign-day',
  });
