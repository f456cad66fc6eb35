import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OfficeHours } from '../responseGoal.ts';
import { officeMs, officeTimeBefore } from './officeTime.ts';

const minuteMs = 60_000;
const at = (text: string) => Date.parse(text);
const minutes = (hours: OfficeHours | null, from: string, to: string) => officeMs(hours, at(from), at(to)) / minuteMs;

/** Monday to Friday in Berlin. */
const berlin: OfficeHours = { days: [1, 2, 3, 4, 5], opens: '09:00', closes: '17:00', timeZone: 'Europe/Berlin' };
const nights: OfficeHours = { days: [1, 2, 3, 4, 5, 6, 7], opens: '00:00', closes: '24:00', timeZone: 'Europe/Berlin' };

describe('office time', () => {
  test('counts all time when no hours are set', () => {
    expect(minutes(null, '2026-11-20T10:00:00Z', '2026-11-23T10:00:00Z')).toBe(3 * 24 * 60);
    expect(minutes(null, '2026-11-23T10:00:00Z', '2026-11-20T10:00:00Z')).toBe(0);
  });

  test.each([
    ['within a day', '2026-11-20T09:00:00Z', '2026-11-20T09:45:00Z', 45],
    ['from before it opens', '2026-11-20T05:00:00Z', '2026-11-20T08:30:00Z', 30],
    ['over a night', '2026-11-19T15:30:00Z', '2026-11-20T08:15:00Z', 45],
    ['over a weekend', '2026-11-20T15:50:00Z', '2026-11-23T08:10:00Z', 20],
    ['within a weekend', '2026-11-21T10:00:00Z', '2026-11-22T10:00:00Z', 0],
    ['over a week', '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z', 5 * 8 * 60],
  ])('counts %s', (_name, from, to, expected) => {
    expect(minutes(berlin, from, to)).toBe(expected);
  });

  test('follows the clock when it changes', () => {
    // The office opens an hour earlier in UTC after the last Sunday of March.
    expect(minutes(berlin, '2026-03-27T15:00:00Z', '2026-03-30T07:30:00Z')).toBe(60 + 30);
    expect(minutes(berlin, '2026-10-23T14:30:00Z', '2026-10-26T08:30:00Z')).toBe(30 + 30);
    // Days of 23 and 25 hours.
    expect(minutes(nights, '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toBe(23 * 60);
    expect(minutes(nights, '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe(25 * 60);
  });
});

const hours = fc.record({
  days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  span: fc
    .uniqueArray(fc.integer({ min: 0, max: 96 }), { minLength: 2, maxLength: 2 })
    .map((quarters) => quarters.toSorted((one, other) => one - other)),
  timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'),
});
const timeOf = (quarter = 0) =>
  `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`;
const toHours = ({ days, span, timeZone }: { days: number[]; span: number[]; timeZone: string }): OfficeHours => ({
  days,
  opens: timeOf(span[0]),
  closes: timeOf(span[1]),
  timeZone,
});
/** A random minute of 2026, including clock changes. */
const minute = fc
  .integer({ min: 0, max: 365 * 24 * 60 - 1 })
  .map((count) => at('2026-01-01T00:00:00Z') + count * minuteMs);

const local = new Map<string, Intl.DateTimeFormat>();
/** Whether the office is open in a minute, by its local weekday and time. */
const isOpen = ({ days, opens, closes, timeZone }: OfficeHours, instant: number): boolean => {
  const clock =
    local.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  local.set(timeZone, clock);
  const [weekday = '', time = ''] = clock.format(instant).split(' ');
  const day = 1 + ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(weekday.slice(0, 3));
  return days.includes(day) && time >= opens && time < closes;
};

test('equals the sum of open minutes on ordinary days', () => {
  fc.assert(
    fc.property(hours, minute, fc.integer({ min: 0, max: 4 * 24 * 60 }), (given, from, length) => {
      const open = toHours(given);
      let counted = 0;
      for (let index = 0; index < length; index += 1) if (isOpen(open, from + index * minuteMs)) counted += 1;
      const difference = Math.abs(officeMs(open, from, from + length * minuteMs) / minuteMs - counted);
      // Opening times are skipped or repeated only if they fall into a clock change.
      expect(difference).toBeLessThanOrEqual(open.opens < '03:00' ? 60 : 0);
    }),
    { numRuns: 200 },
  );
});

test('leads at the bound have waited the given time, and later leads have not', () => {
  fc.assert(
    fc.property(
      fc.option(hours.map(toHours)),
      minute,
      fc.integer({ min: 1, max: 3000 }),
      fc.integer({ min: 0, max: 40 * 24 * 60 }),
      (open, now, goal, ago) => {
        const earliest = now - 30 * 24 * 60 * minuteMs;
        const bound = officeTimeBefore(open, now, { ms: goal * minuteMs, earliest });
        const arrival = now - ago * minuteMs;
        const isOverdue = arrival >= earliest && officeMs(open, arrival, now) >= goal * minuteMs;
        expect(arrival >= earliest && bound !== null && arrival <= bound).toBe(isOverdue);
        expect(bound === null ? null : officeMs(open, bound, now)).toBe(bound === null ? null : goal * minuteMs);
      },
    ),
    { numRuns: 500 },
  );
});
