import { expect, test } from 'vitest';
import { instantOf, isTimeZone, localDayAt, offsetAt } from './localTime.ts';

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

test('moves a skipped local time forward by the clock change', () => {
  expect(at('Europe/Berlin', '2026-03-29', 150)).toBe('2026-03-29T01:30:00.000Z');
  // This clock changes by half an hour.
  expect(at('Australia/Lord_Howe', '2026-10-04', 135)).toBe('2026-10-03T15:45:00.000Z');
});

test('resolves a repeated local time to its first occurrence', () => {
  expect(at('Europe/Berlin', '2026-10-25', 150)).toBe('2026-10-25T00:30:00.000Z');
});

test('returns the day in the time zone', () => {
  const late = Date.parse('2026-07-01T22:30:00Z');
  expect([localDayAt('Europe/Berlin', late), localDayAt('America/New_York', late)]).toEqual([
    '2026-07-02',
    '2026-07-01',
  ]);
});

test('accepts only valid time zone names', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});

test.each([
  // Clocks are put forward at 2:00, and back at 3:00.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
  // Clocks were put forward at midnight, and back to 23:00.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', 23],
  ['America/Sao_Paulo', '2019-02-16', '2019-02-16T02:00:00.000Z', 25],
  ['America/Sao_Paulo', '2019-02-17', '2019-02-17T03:00:00.000Z', 24],
  ['America/Sao_Paulo', '2026-11-01', '2026-11-01T03:00:00.000Z', 24],
  ['Asia/Kathmandu', '2026-03-29', '2026-03-28T18:15:00.000Z', 24],
  // The clock moved forward 15 minutes on this day.
  ['Asia/Kathmandu', '1986-01-01', '1985-12-31T18:30:00.000Z', 23.75],
])('in %s, %s begins at %s and has %d hours', (timeZone, day, start, hours) => {
  const end = instantOf(timeZone, day, 1440);
  expect(at(timeZone, day, 0)).toBe(start);
  expect((end - Date.parse(start)) / 3_600_000).toBe(hours);
  expect([-1, 0].map((ms) => localDayAt(timeZone, Date.parse(start) + ms) < day)).toEqual([true, false]);
  expect([-1, 0].map((ms) => localDayAt(timeZone, end + ms) > day)).toEqual([false, true]);
});

test('uses the fallback zone for an unknown zone', () => {
  const noon = Date.parse('2026-07-01T12:00:00Z');
  expect([null, 'Mars/Olympus', 'UTC'].map((zone) => localDayAt(zone, noon, 'Etc/GMT-14'))).toEqual([
    '2026-07-02',
    '2026-07-02',
    '2026-07-01',
  ]);
});

test('the offset includes minutes and daylight saving time', () => {
  const minutes = (timeZone: string | null, time: string) => offsetAt(timeZone, Date.parse(time)) / 60_000;
  expect(minutes('Asia/Kathmandu', '2026-07-01T12:00:00.999Z')).toBe(345);
  expect(minutes('Asia/Kathmandu', '1985-07-01T12:00:00Z')).toBe(330);
  expect(minutes('Europe/Berlin', '2026-03-29T00:59:59.999Z')).toBe(60);
  expect(minutes('Europe/Berlin', '2026-03-29T01:00:00Z')).toBe(120);
  expect(minutes('America/Sao_Paulo', '2018-12-24T12:00:00Z')).toBe(-120);
  expect(minutes('America/Sao_Paulo', '2026-12-24T12:00:00Z')).toBe(-180);
  expect(minutes(null, '2026-07-01T12:00:00Z')).toBe(0);
});
