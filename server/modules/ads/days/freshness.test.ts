import { expect, test } from 'vitest';
import { begunUntil, isReportFresh, settledUntil, toDated, toSpans } from './freshness.ts';

const at = (text: string) => new Date(text);
const utc = { timeZone: 'UTC' };
const settling = { settledAfterDays: 28 };

test('a day follows the account’s time zone; in an unknown zone it starts early and ends late', () => {
  const now = at('2026-03-10T04:00:00Z');
  expect(begunUntil({ timeZone: 'America/New_York' }, now)).toBe('2026-03-10');
  expect(begunUntil({ timeZone: 'America/Los_Angeles' }, now)).toBe('2026-03-09');
  expect(begunUntil({ timeZone: 'Pacific/Auckland' }, at('2026-03-10T12:00:00Z'))).toBe('2026-03-11');
  for (const timeZone of [null, 'Atlantis/Capital']) {
    expect([timeZone, begunUntil({ timeZone }, at('2026-03-10T10:00:00Z'))]).toEqual([timeZone, '2026-03-11']);
    const { youngSince } = toDated({ id: '1', timeZone }, '2026-03-10', at('2026-03-10T11:59:00Z'));
    expect([timeZone, youngSince]).toEqual([timeZone, '2026-03-06']);
  }
});

test('a day is settled after enough later days have ended', () => {
  expect(settledUntil(utc, settling, at('2026-03-30T23:59:59Z'))).toBe('2026-03-01');
  expect(settledUntil(utc, settling, at('2026-03-31T00:00:00Z'))).toBe('2026-03-02');
  expect(settledUntil({ timeZone: 'America/New_York' }, settling, at('2026-03-31T00:00:00Z'))).toBe('2026-03-01');
});

test('today and the three days before it are young, and the thirty days before it are recent', () => {
  expect(toDated({ id: '1', ...utc }, '2026-03-10', at('2026-03-10T12:00:00Z'))).toEqual({
    accountId: '1',
    lastDay: '2026-03-10',
    youngSince: '2026-03-07',
    recentSince: '2026-02-08',
  });
});

test('a report is fresh for ten minutes, without young days for six hours, without recent days for a day, and forever once settled', () => {
  const now = at('2026-03-31T12:00:00Z');
  const isFresh = (until: string, readAt: string) => isReportFresh(utc, settling, until, at(readAt), now);
  expect(isFresh('2026-03-31', '2026-03-31T11:50:01Z')).toBe(true);
  expect(isFresh('2026-03-31', '2026-03-31T11:50:00Z')).toBe(false);
  expect(isFresh('2026-03-28', '2026-03-31T11:50:00Z')).toBe(false);
  expect(isFresh('2026-03-27', '2026-03-31T11:50:00Z')).toBe(true);
  expect(isFresh('2026-03-27', '2026-03-31T06:00:00Z')).toBe(false);
  const isLongFresh = (readAt: string) =>
    isReportFresh(utc, { settledAfterDays: 90 }, '2026-02-28', at(readAt), at('2026-03-31T12:00:00Z'));
  expect([isLongFresh('2026-03-30T12:00:01Z'), isLongFresh('2026-03-30T12:00:00Z')]).toEqual([true, false]);
  // Settled now, but not yet when it was read.
  expect(isFresh('2026-03-01', '2026-03-20T00:00:00Z')).toBe(false);
  expect(isFresh('2026-03-01', '2026-03-30T00:00:00Z')).toBe(true);
});

test('groups days into consecutive spans, newest first', () => {
  expect(toSpans(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-03'])).toEqual([
    { since: '2026-03-03', until: '2026-03-03' },
    { since: '2026-02-27', until: '2026-03-01' },
  ]);
  expect(toSpans([])).toEqual([]);
});
