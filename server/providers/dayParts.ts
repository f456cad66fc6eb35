import { addDays, countDays, utcDay } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { InsightDayRowOf } from '#shared/contracts/insightRows.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { DaysPart } from './AdPlatform.ts';
import { ProviderError } from './ProviderError.ts';

/* What `readDays` of every platform is made of: spans, newest first, and rows put in order of their days. */

/** A range in spans of at most `maxDays`, the newest first. */
export const spansNewestFirst = (range: DateRange, maxDays: number): DateRange[] => {
  const spans: DateRange[] = [];
  for (let { until } = range; until >= range.since; until = addDays(until, -maxDays)) {
    const first = addDays(until, 1 - maxDays);
    spans.push({ since: first > range.since ? first : range.since, until });
  }
  return spans;
};

/**
 * What of a range a platform keeps that forgets days after some months; null when that is nothing.
 * @param now in UTC: an account's own today may be a day ahead of it, and so its first day
 */
export const clampToMonths = (range: DateRange, months: number, now: Date): DateRange | null => {
  const earliest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  const lastOfMonth = new Date(Date.UTC(earliest.getUTCFullYear(), earliest.getUTCMonth() + 1, 0)).getUTCDate();
  earliest.setUTCDate(Math.min(now.getUTCDate(), lastOfMonth));
  const since = addDays(utcDay(earliest), 1);
  if (range.until < since) return null;
  return range.since < since ? { since, until: range.until } : range;
};

/** The days of a range before those that the platform keeps, as days without delivery; null when it keeps all of them. */
export const forgottenPart = <P extends PlatformId>(range: DateRange, kept: DateRange | null): DaysPart<P> | null => {
  const until = kept === null ? range.until : addDays(kept.since, -1);
  return until < range.since ? null : { range: { since: range.since, until }, days: new Map() };
};

type HalvingRead<Part> = {
  /** The newest first. */
  spans: readonly DateRange[];
  read: (span: DateRange) => Promise<Part>;
  /** Whether a shorter span may bring what this one did not. */
  isTooLarge: (error: ProviderError) => boolean;
  /** What is thrown when a single day is still too large. */
  giveUp: (error: ProviderError) => Error;
};

/** Reads spans one after the other, and in halves, the newer one first, where one is too large for an answer. */
export async function* readInHalves<Part>({
  spans,
  read,
  isTooLarge,
  giveUp,
}: HalvingRead<Part>): AsyncGenerator<Part> {
  const waiting = spans.toReversed();
  for (let span = waiting.pop(); span !== undefined; span = waiting.pop()) {
    let part: Part;
    try {
      part = await read(span);
    } catch (error) {
      if (!(error instanceof ProviderError) || !isTooLarge(error)) throw error;
      const days = countDays(span);
      if (days < 2) throw giveUp(error);
      const middle = addDays(span.since, Math.floor(days / 2));
      waiting.push({ since: span.since, until: addDays(middle, -1) }, { since: middle, until: span.until });
      continue;
    }
    yield part;
  }
}

/** A row with its day, and what tells it apart from the other rows of that day. */
export type DatedRow<Row> = { day: Day; id: string; row: Row };

/**
 * The rows of a span by day. A list that grows while its pages are read can give a row twice; the later one counts.
 * @throws ProviderError `retry` for a day outside the span: an answer to another question is not stored
 */
export const toDaysPart = <P extends PlatformId>(
  platform: P,
  span: DateRange,
  rows: Iterable<DatedRow<InsightDayRowOf[P]>>,
): DaysPart<P> => {
  const byDay = new Map<Day, Map<string, InsightDayRowOf[P]>>();
  for (const { day, id, row } of rows) {
    if (day < span.since || day > span.until) throw foreignDay(platform);
    const known = byDay.get(day);
    if (known) known.set(id, row);
    else byDay.set(day, new Map([[id, row]]));
  }
  return { range: span, days: new Map(Array.from(byDay, ([day, known]) => [day, [...known.values()]])) };
};

const foreignDay = (platform: PlatformId): ProviderError =>
  new ProviderError(platform, {
    outcome: 'retry',
    userMessage: messages.platform.unavailable(platform),
    providerCode: 'foreign-day',
  });
