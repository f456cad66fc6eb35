import { expect, test } from 'vitest';
import { instantOf, isTimeZone, localDayAt } from './localTime.ts';

const at = (timeZone: string | null, day: string, minutes: number) =>
  new Date(instantOf(timeZone, day, minutes)).toISOString();

test.each([
  ['UTC', '2026-03-29', 540, '2026-03-29T09:00:00.000Z'],
  ['Europe/Berlin', '2026-03-28', 540, '2026-03-28T08:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', 540, '2026-03-29T07:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', 540, '2026-10-25T08:00:00.000Z'],
  ['America/St_Johns', '2026-07-01', 0, '2026-07-01T02:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-07-01', 0, '2026-06-30T10:00:00.000Z'],
  [null, '2026-07-01', 1440, '2026-07-02T00:00:00.000Z'],
  ['Mars/Olympus', '2026-07-01', 60, '2026-07-01T01:00:00.000Z'],
])('in %s a clock shows on %s after %i minutes what it should', (timeZone, day, minutes, expected) => {
  expect(at(timeZone, day, minutes)).toBe(expected);
});

test('a time that a clock leaves out is as much later as it is put forward', () => {
  expect(at('Europe/Berlin', '2026-03-29', 150)).toBe('2026-03-29T01:30:00.000Z');
  // Half an hour only.
  expect(at('Australia/Lord_Howe', '2026-10-04', 135)).toBe('2026-10-03T15:45:00.000Z');
});

test('a time that a clock shows twice is the first of the two', () => {
  expect(at('Europe/Berlin', '2026-10-25', 150)).toBe('2026-10-25T00:30:00.000Z');
});

test('a day belongs to the zone', () => {
  const late = Date.parse('2026-07-01T22:30:00Z');
  expect([localDayAt('Europe/Berlin', late), localDayAt('America/New_York', late)]).toEqual([
    '2026-07-02',
    '2026-07-01',
  ]);
});

test('knows the names of time zones', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});
