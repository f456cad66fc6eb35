import { expect, test } from 'vitest';
import { daysLeft } from './daysLeft.ts';

test.each([
  ['2026-11-29T09:00:00Z', 7],
  ['2026-11-29T09:00:01Z', 8],
  ['2026-11-24T09:00:00Z', 2],
  ['2026-11-23T09:00:01Z', 2],
  ['2026-11-23T09:00:00Z', 0],
  ['2026-11-22T09:00:00Z', 0],
  ['2026-11-20T09:00:00Z', 0],
])('until %s there are %i days', (until, days) => {
  expect(daysLeft(new Date(until), new Date('2026-11-22T09:00:00Z'))).toBe(days);
});
