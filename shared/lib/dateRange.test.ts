import { describe, expect, test } from 'vitest';
import {
  countDays,
  defaultRange,
  earliestDay,
  isAllowedRange,
  isDay,
  localDay,
  quickSelectRange,
  withEditedDay,
} from './dateRange.ts';

const today = '2026-11-21';

test.each([
  ['[S9.Q.1]', 'today', '2026-11-21', '2026-11-21'],
  ['[S9.Q.2]', 'yesterday', '2026-11-20', '2026-11-20'],
  ['[S9.Q.3]', 'last7Days', '2026-11-15', '2026-11-21'],
  ['[S9.Q.4]', 'last30Days', '2026-10-23', '2026-11-21'],
  ['[S9.Q.5]', 'monthToDate', '2026-11-01', '2026-11-21'],
  ['[S9.Q.6]', 'lastMonth', '2026-10-01', '2026-10-31'],
  ['[S9.Q.7]', 'yearToDate', '2026-01-01', '2026-11-21'],
  ['[S9.Q.8]', 'lastYear', '2025-01-01', '2025-12-31'],
] as const)('%s %s is %s to %s', (_row, id, since, until) => {
  expect(quickSelectRange(id, today)).toEqual({ since, until });
});

test('periods can cross months and years', () => {
  expect(quickSelectRange('lastMonth', '2026-01-31')).toEqual({ since: '2025-12-01', until: '2025-12-31' });
  expect(quickSelectRange('lastMonth', '2028-03-31')).toEqual({ since: '2028-02-01', until: '2028-02-29' });
  expect(quickSelectRange('yesterday', '2026-03-01')).toEqual({ since: '2026-02-28', until: '2026-02-28' });
});

test('[S9.C.20] the default range is a week that ends today', () => {
  expect(defaultRange(today)).toEqual({ since: '2026-11-15', until: today });
  expect(countDays(defaultRange(today))).toBe(7);
});

test('the earliest day is two years ago, or the last of February if there is no 29th', () => {
  expect(earliestDay(today)).toBe('2024-11-21');
  expect(earliestDay('2028-02-29')).toBe('2026-02-28');
});

test('isDay accepts only days that exist in the calendar', () => {
  for (const day of ['2026-02-28', '2028-02-29', '2026-12-31']) expect([day, isDay(day)]).toEqual([day, true]);
  for (const day of ['2026-02-30', '2026-13-01', '2026-1-1', '26-01-01', '', null, 20260101, '2026-01-01T00:00:00Z'])
    expect([day, isDay(day)]).toEqual([day, false]);
});

test('the local day is in local time, not in UTC', () => {
  expect(localDay(new Date(2026, 10, 21, 0, 30))).toBe(today);
  expect(localDay(new Date(2026, 10, 21, 23, 59))).toBe(today);
});

describe('an allowed range', () => {
  test.each([
    ['starts on its end', today, today, true],
    ['is two years long', '2024-11-21', today, true],
    ['tolerates a day of another time zone at both ends', '2024-11-20', '2026-11-22', true],
    ['does not reach further back', '2024-11-19', today, false],
    ['does not reach into the future', today, '2026-11-23', false],
    ['does not end before it starts', today, '2026-11-20', false],
    ['has days that exist', '2026-02-30', today, false],
  ])('%s', (_name, since, until, isAllowed) => {
    expect(isAllowedRange({ since, until }, today)).toBe(isAllowed);
  });
});

test('[S4.DATE.3] [S4.DATE.4] an edit past the other end moves both ends', () => {
  const range = { since: '2026-11-10', until: '2026-11-15' };
  expect(withEditedDay(range, 'since', '2026-11-12')).toEqual({ since: '2026-11-12', until: '2026-11-15' });
  expect(withEditedDay(range, 'since', '2026-11-16')).toEqual({ since: '2026-11-16', until: '2026-11-16' });
  expect(withEditedDay(range, 'until', '2026-11-09')).toEqual({ since: '2026-11-09', until: '2026-11-09' });
});
