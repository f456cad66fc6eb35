import { expect, test } from 'vitest';
import { addDays } from '#shared/lib/dateRange.ts';
import { startOfDay } from './startOfDay.ts';

const hours = (zone: string, day: string) =>
  (startOfDay(zone, addDays(day, 1)).getTime() - startOfDay(zone, day).getTime()) / 3_600_000;

test('a day begins at midnight of its time zone', () => {
  expect(startOfDay('Europe/Berlin', '2026-07-01').toISOString()).toBe('2026-06-30T22:00:00.000Z');
  expect(startOfDay('America/Los_Angeles', '2026-01-15').toISOString()).toBe('2026-01-15T08:00:00.000Z');
  expect(startOfDay('Pacific/Kiritimati', '2026-01-15').toISOString()).toBe('2026-01-14T10:00:00.000Z');
  expect(startOfDay('Asia/Kathmandu', '2026-01-15').toISOString()).toBe('2026-01-14T18:15:00.000Z');
  expect(startOfDay(null, '2026-01-15')).toEqual(startOfDay('Atlantis/Capital', '2026-01-15'));
});

test('days have 23 and 25 hours where clocks change, also at midnight', () => {
  expect(hours('Europe/Berlin', '2026-03-29')).toBe(23);
  expect(hours('Europe/Berlin', '2026-10-25')).toBe(25);
  expect(hours('America/New_York', '2026-11-01')).toBe(25);
  // Clocks go from 0:00 to 1:00, and back from 24:00 to 23:00.
  expect(startOfDay('Africa/Cairo', '2026-04-24').toISOString()).toBe('2026-04-23T22:00:00.000Z');
  expect(hours('Africa/Cairo', '2026-04-24')).toBe(23);
  expect(hours('Africa/Cairo', '2026-10-29')).toBe(25);
});
