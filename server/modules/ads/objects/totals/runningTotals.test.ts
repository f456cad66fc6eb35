import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, countDays } from '#shared/lib/dateRange.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import { addMetrics, noMetrics, storedMetrics } from './metrics.ts';
import type { Metrics } from './metrics.ts';
import { metricsOf, monthsToLoad, noTotals, setDays, totalsAt } from './runningTotals.ts';
import type { RunningTotals } from './runningTotals.ts';

const firstDay = '2026-01-20';
const span = 120;
const all = Array.from({ length: span }, (_, index) => addDays(firstDay, index));
const metrics = (value: number): Metrics => storedMetrics.map((_, index) => BigInt(value * (index + 1)));

/** A range from a platform read. Most days have no delivery. */
const write = fc
  .record({
    offset: fc.integer({ min: 0, max: span - 1 }),
    length: fc.integer({ min: 1, max: 45 }),
    values: fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: -5, max: 1000 })), {
      minLength: 45,
      maxLength: 45,
    }),
  })
  .map(({ offset, length, values }) => {
    const since = addDays(firstDay, offset);
    const until = addDays(firstDay, Math.min(offset + length, span) - 1);
    const days = new Map<Day, Metrics>();
    for (let index = 0; index < countDays({ since, until }); index += 1)
      days.set(addDays(since, index), metrics(values[index] ?? 0));
    return { range: { since, until }, days };
  });

/** Applies a change with only the months that it needs, and stores the result. */
const apply = (
  stored: RunningTotals,
  { range, days }: { range: { since: Day; until: Day }; days: Map<Day, Metrics> },
) => {
  const needed = new Set(monthsToLoad(stored, range));
  const loaded = new Map([...stored.months].filter(([month]) => needed.has(month)));
  const changed = setDays({ ...stored, months: loaded }, range, days);
  return { ...changed, months: new Map([...stored.months, ...changed.months]) };
};

test('totals match the daily sums after reads, corrections and older days in any order', () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 12 }), (writes) => {
      let series = noTotals;
      const days = new Map<Day, Metrics>();
      for (const each of writes) {
        series = apply(series, each);
        for (const [day, value] of each.days) days.set(day, value);
      }
      for (const day of all) expect([day, metricsOf(series, day)]).toEqual([day, days.get(day) ?? noMetrics]);
      const sum = [...days.values()].reduce(addMetrics, noMetrics);
      const [start, end] = [totalsAt(series, addDays(firstDay, -40)), totalsAt(series, addDays(firstDay, 400))];
      expect(end.map((value, index) => value - (start[index] ?? 0n))).toEqual(sum);
    }),
    { numRuns: 300 },
  );
});

test('repeating a read changes no month', () => {
  fc.assert(
    fc.property(write, write, (first, second) => {
      const series = apply(apply(noTotals, first), second);
      expect(setDays(series, second.range, second.days).months).toEqual(new Map());
    }),
  );
});

test('adding older days does not change the months of younger days', () => {
  const younger = setDays(
    noTotals,
    { since: '2026-05-10', until: '2026-05-12' },
    new Map([['2026-05-11', metrics(7)]]),
  );
  const older = setDays(younger, { since: '2026-02-01', until: '2026-02-28' }, new Map([['2026-02-03', metrics(5)]]));
  expect([...older.months.keys()]).toEqual(['2026-02-01', '2026-03-01', '2026-04-01']);
});
