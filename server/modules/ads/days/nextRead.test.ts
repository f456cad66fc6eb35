import { expect, test } from 'vitest';
import { pauseAfterFailure, pauseAfterRead } from './nextRead.ts';

const now = new Date('2026-03-10T12:00:00Z');
const hourMs = 3_600_000;
const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
const hoursOf = (pauseMs: number | null) => {
  if (pauseMs === null) throw new Error('not by itself');
  return pauseMs / hourMs;
};

test('reads viewed accounts every hour, other accounts once a day, and stops after a month without a visit', () => {
  expect(Math.abs(hoursOf(pauseAfterRead(ago(1), now)) - 1)).toBeLessThanOrEqual(0.1);
  expect(Math.abs(hoursOf(pauseAfterRead(ago(72), now)) - 24)).toBeLessThanOrEqual(2.4);
  expect(pauseAfterRead(ago(30 * 24), now)).toBeNull();
});

test('retries a failing account after pauses that double up to six hours, and not before the platform’s retry time', () => {
  const pause = (failingHours: number, retryAfterMs: number | null = null) =>
    hoursOf(pauseAfterFailure('PLATFORM_FAILED', ago(failingHours), retryAfterMs, now));
  expect(Math.abs(pause(0) * 60 - 1)).toBeLessThanOrEqual(0.1);
  expect(Math.abs(pause(2) - 2)).toBeLessThanOrEqual(0.2);
  expect(Math.abs(pause(100) - 6)).toBeLessThanOrEqual(0.6);
  expect(pause(0, 12 * hourMs)).toBe(12);
});

test('does not retry a lost grant or a foreign account without the person', () => {
  for (const code of ['RECONNECT_NEEDED', 'SCOPE_MISSING', 'NOT_CONNECTED', 'FOREIGN_ACCOUNT'] as const)
    expect(pauseAfterFailure(code, now, null, now)).toBeNull();
});
