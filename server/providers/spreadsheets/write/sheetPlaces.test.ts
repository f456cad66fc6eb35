import { expect, test } from 'vitest';
import { columnLetters, rowsRange } from './a1Notation.ts';
import { toSheetDate } from './sheetDate.ts';

test.each([
  [1, 'A'],
  [26, 'Z'],
  [27, 'AA'],
  [702, 'ZZ'],
  [703, 'AAA'],
  [18_278, 'ZZZ'],
])('column %i is %s', (column, letters) => {
  expect(columnLetters(column)).toBe(letters);
});

test('a range names whole rows, and a tab with a quote in its title', () => {
  expect(rowsRange("Ada's tab", 2, 501, 15)).toBe("'Ada''s tab'!A2:O501");
});

test('days become serial numbers; other texts stay texts', () => {
  expect(toSheetDate('1900-01-01')).toBe(2);
  expect(toSheetDate('2026-11-21')).toBe(46_347);
  expect(toSheetDate('2026-02-30')).toBeNull();
  expect(toSheetDate('today')).toBeNull();
});
