import { expect, it } from 'vitest';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import { readParams, writeParams } from './address.ts';
import { pageNumber } from './params.ts';
import { rangeParams, readRange, writeRange } from './rangeAddress.ts';

const params = { ...rangeParams, page: pageNumber };

const readPreviewAddress = (search: string, day: Day) => {
  const { page, ...days } = readParams(params, search);
  return { ...readRange(days, day), page };
};
const previewSearch = ({ range, page }: { range: DateRange; page: number }, day: Day): string =>
  writeParams(params, { ...writeRange(range, day), page }).toString();

const today = '2026-11-21';
const week = { since: '2026-11-15', until: today };

it('is empty for the first page of the default week', () => {
  expect(previewSearch({ range: week, page: 1 }, today)).toBe('');
  expect(readPreviewAddress('', today)).toEqual({ range: week, quickSelect: 'last7Days', page: 1 });
});

it('survives a round trip, with the name of the period', () => {
  const range = { since: '2026-10-01', until: '2026-10-31' };
  const search = previewSearch({ range, page: 3 }, today);
  expect(search).toBe('since=2026-10-01&until=2026-10-31&page=3');
  expect(readPreviewAddress(search, today)).toEqual({ range, quickSelect: 'lastMonth', page: 3 });
  expect(readPreviewAddress('?since=2026-10-02&until=2026-10-31', today).quickSelect).toBeNull();
});

it.each([
  ['no days', '?since=soon&until=later'],
  ['a day that does not exist', '?since=2026-02-30&until=2026-03-01'],
  ['one day only', '?since=2026-11-01'],
  ['the wrong way round', '?since=2026-11-10&until=2026-11-09'],
  ['the future', '?since=2026-11-20&until=2026-11-22'],
  ['more than two years ago', '?since=2024-11-20&until=2024-12-01'],
])('falls back to the default week with %s', (_what, search) => {
  expect(readPreviewAddress(search, today).range).toEqual(week);
});

it.each(['?page=0', '?page=-1', '?page=1.5', '?page=x', '?page='])('reads %s as the first page', (search) => {
  expect(readPreviewAddress(search, today).page).toBe(1);
});
