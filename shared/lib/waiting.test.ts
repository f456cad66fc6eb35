import { expect, test } from 'vitest';
import type { ResponseClock } from '../responseGoal.ts';
import { overdueUntil, waitingOf, waitingSince } from './waiting.ts';

const hourMs = 3_600_000;
const clock: ResponseClock = { minutes: 60, officeHours: null, since: '2026-11-20T00:00:00.000Z' };
const now = Date.parse('2026-11-25T12:00:00Z');
const lead = (createdAt: string, part: { list?: string; isTest?: boolean; respondedAt?: string } = {}) => ({
  list: 'facebook',
  isTest: false,
  createdAt,
  respondedAt: null,
  ...part,
});

test.each([
  ['a new lead waits', lead('2026-11-25T11:30:00Z'), { state: 'waiting', ms: hourMs / 2 }],
  ['a lead is overdue at the goal', lead('2026-11-25T11:00:00Z'), { state: 'overdue', ms: hourMs }],
  [
    'a first response ends the waiting',
    lead('2026-11-25T09:00:00Z', { respondedAt: '2026-11-25T11:00:00Z' }),
    { state: 'answered', ms: 2 * hourMs },
  ],
  ['an imported lead does not wait', lead('2026-11-25T09:00:00Z', { list: 'custom' }), { state: 'untimed' }],
  ['a test lead does not wait', lead('2026-11-25T09:00:00Z', { isTest: true }), { state: 'untimed' }],
  ['a lead from before the clock began does not wait', lead('2026-11-19T23:59:00Z'), { state: 'untimed' }],
])('%s', (_name, given, expected) => {
  expect(waitingOf(given, clock, now)).toEqual(expected);
});

test('without a goal, leads wait but are never overdue', () => {
  const open = { ...clock, minutes: null };
  expect(waitingOf(lead('2026-11-21T09:00:00Z'), open, now).state).toBe('waiting');
  expect(overdueUntil(open, now)).toBeNull();
});

test('a lead without an answer for a month no longer counts as waiting', () => {
  const old = { ...clock, since: '2026-01-01T00:00:00.000Z' };
  expect(waitingOf(lead('2026-10-26T11:59:00Z'), old, now)).toEqual({ state: 'untimed' });
  expect(waitingOf(lead('2026-10-26T12:00:00Z'), old, now).state).toBe('overdue');
  expect(waitingSince(old, now)).toBe(Date.parse('2026-10-26T12:00:00Z'));
});
