import type { DateRange } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AdDayRow, AdDaysPart } from './AdReports.ts';
import { foreignDay } from './dayParts.ts';

const sums = ['spend', 'impressions', 'clicks', 'conversions', 'leads'] as const;

/**
 * Rows of a span without repetitions and without days of no delivery. A list that grows during paging can repeat a row;
 * the later one wins.
 * @throws ProviderError `retry` for a day outside the span, which is not stored
 */
export const toAdDaysPart = (platform: PlatformId, span: DateRange, rows: Iterable<AdDayRow>): AdDaysPart => {
  const known = new Map<string, AdDayRow>();
  for (const row of rows) {
    if (row.day < span.since || row.day > span.until) throw foreignDay(platform);
    if (sums.some((name) => row[name] !== '0')) known.set(`${row.day} ${row.id}`, row);
  }
  return { range: span, rows: [...known.values()] };
};
