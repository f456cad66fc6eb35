import { readPageNumber } from '#client/lib/useListParams.ts';
import { defaultRange, earliestDay, isDay, localDay, quickSelectRange, quickSelects } from '#shared/lib/dateRange.ts';
import type { DateRange, Day, QuickSelectId } from '#shared/lib/dateRange.ts';

/** What the query of the Preview's address says: going back, reloading and bookmarks restore it. */
export type PreviewAddress = { range: DateRange; quickSelect: QuickSelectId | null; page: number };

const isSameRange = (one: DateRange, other: DateRange): boolean =>
  one.since === other.since && one.until === other.until;

const currentDay = (): Day => localDay(new Date());

/** Null for days that cannot be asked for: none, unreadable, the wrong way round, too long ago or yet to come. */
const readRange = (params: URLSearchParams, today: Day): DateRange | null => {
  const since = params.get('since');
  const until = params.get('until');
  if (!isDay(since) || !isDay(until)) return null;
  return since <= until && since >= earliestDay(today) && until <= today ? { since, until } : null;
};

/** Without usable days the default week counts; what is no page number is the first page. */
export const readPreviewAddress = (search: string, today = currentDay()): PreviewAddress => {
  const params = new URLSearchParams(search);
  const range = readRange(params, today) ?? defaultRange(today);
  const named = quickSelects.find(({ id }) => isSameRange(quickSelectRange(id, today), range));
  return { range, quickSelect: named?.id ?? null, page: readPageNumber(params.get('page')) };
};

/** The query for an address, empty for the first page of the default week. */
export const previewSearch = (
  { range, page }: Pick<PreviewAddress, 'range' | 'page'>,
  today = currentDay(),
): string => {
  const params = new URLSearchParams(isSameRange(range, defaultRange(today)) ? {} : range);
  if (page > 1) params.set('page', String(page));
  return params.size === 0 ? '' : `?${params.toString()}`;
};
