import { defaultRange, earliestDay, localDay, quickSelectRange, quickSelects } from '#shared/lib/dateRange.ts';
import type { DateRange, Day, QuickSelectId } from '#shared/lib/dateRange.ts';
import type { ValuesOf } from './address.ts';
import { choice, day } from './params.ts';

/** `period` is a relative period, and takes precedence over the days. */
export const rangeParams = {
  since: day,
  until: day,
  period: choice(
    quickSelects.map(({ id }) => id),
    null,
  ),
};
type RangeValues = ValuesOf<typeof rangeParams>;

/** Days of an address, with their named period if there is one. */
export type RangeAddress = { range: DateRange; quickSelect: QuickSelectId | null };

const isSameRange = (one: DateRange, other: DateRange): boolean =>
  one.since === other.since && one.until === other.until;

const currentDay = (): Day => localDay(new Date());

/** Rejects reversed, too old, future and missing days. */
const isRange = ({ since, until }: DateRange, today: Day): boolean =>
  since !== '' && since <= until && since >= earliestDay(today) && until <= today;

/** Falls back to the default week. */
export const readRange = ({ since, until, period }: RangeValues, today = currentDay()): RangeAddress => {
  if (period) return { range: quickSelectRange(period, today), quickSelect: period };
  const range = isRange({ since, until }, today) ? { since, until } : defaultRange(today);
  const named = quickSelects.find(({ id }) => isSameRange(quickSelectRange(id, today), range));
  return { range, quickSelect: named?.id ?? null };
};

/** The parameters of these days. The default week needs no parameters. */
export const writeRange = ({ since, until }: DateRange, today = currentDay()): RangeValues =>
  isSameRange({ since, until }, defaultRange(today))
    ? { since: '', until: '', period: null }
    : { since, until, period: null };
