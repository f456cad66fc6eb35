import { expect, it } from 'vitest';
import { addDays } from '#shared/lib/dateRange.ts';
import { dayTicks, gridStep, spread, stretchesOf } from './trendScale.ts';

const daysFrom = (first: string, count: number, by = 1): string[] =>
  Array.from({ length: count }, (_day, index) => addDays(first, index * by));
const labels = (days: readonly string[], room: number): string[] => dayTicks(days, room).map(({ label }) => label);

it.each([
  [0, 1],
  [3, 1],
  [7, 2],
  [321, 100],
  [45_000, 15_000],
])('puts round, whole numbers at the grid over counts up to %d', (highest, step) => {
  expect(gridStep(highest, true)).toBe(step);
  expect(step * 4).toBeGreaterThanOrEqual(highest);
});

it('divides small values', () => {
  expect(gridStep(0.9, false)).toBe(0.3);
  expect(gridStep(0.019, false)).toBe(0.005);
});

it('labels as many days as there is room for', () => {
  expect(labels(daysFrom('2026-11-15', 7), 10)).toHaveLength(7);
  expect(labels(daysFrom('2026-11-15', 7), 4)).toEqual(['Nov 15', 'Nov 17', 'Nov 19', 'Nov 21']);
  expect(labels(daysFrom('2026-10-23', 30), 4)).toEqual(['Oct 23', 'Nov 06', 'Nov 20']);
  expect(labels(['2026-11-21'], 2)).toEqual(['Nov 21']);
});

it('labels months in a long range, and the year instead of January', () => {
  const weeks = daysFrom('2024-11-23', 105, 7);
  expect(labels(weeks, 6)).toEqual(['2025', 'Jul', '2026', 'Jul']);
  expect(labels(weeks, 13)).toContain('Mar');
  expect(labels(weeks, 13).length).toBeLessThanOrEqual(13);
});

it('leaves a gap for a missing value', () => {
  const stretches = stretchesOf(
    [1, null, 3, 4, null],
    (index) => index,
    (value) => value,
  );
  expect(stretches.map((points) => points.map(({ index }) => index))).toEqual([[0], [2, 3]]);
});

it('moves overlapping names apart and keeps their order', () => {
  const [first = 0, second = 0, third = 0] = spread([100, 102, 200], 15, 230);
  expect(second - first).toBeGreaterThanOrEqual(15);
  expect(third).toBe(200);
  expect(Math.max(...spread([229, 229, 229], 15, 230))).toBeLessThanOrEqual(230);
});
