import { expect, it } from 'vitest';
import { toInstant } from './localTime.ts';

it.each([
  ['2026-03-29 12:00:00', 'Europe/Berlin', '2026-03-29T10:00:00.000Z'],
  ['2026-03-29', 'Asia/Kathmandu', '2026-03-28T18:15:00.000Z'],
  ['2026-08-30 23:59:59', 'Asia/Kathmandu', '2026-08-30T18:14:59.000Z'],
  // A clock shows these times twice, and counts from the first.
  ['2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-11-01 01:30:00', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  // Clocks are put forward at midnight: a campaign does not start on the day before.
  ['2018-11-04 00:00:00', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ['2026-09-06 00:00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
])('reads %s in %s', (local, timeZone, expected) => {
  expect(toInstant(local, timeZone)).toBe(expected);
});

it.each([
  ['2037-12-30 23:59:59', 'Europe/Berlin'],
  ['2026-03-29 25:00:00', 'Europe/Berlin'],
  ['soon', 'Europe/Berlin'],
  [null, 'Europe/Berlin'],
  ['2026-03-29 12:00:00', 'Mars/Olympus'],
  ['2026-03-29 12:00:00', ''],
  ['2026-03-29 12:00:00', null],
])('reads no instant from %s in %s', (local, timeZone) => {
  expect(toInstant(local, timeZone)).toBeNull();
});
