import { expect, test } from 'vitest';
import { readRowTime } from './readRowTime.ts';

const read = (created_time: string, UNIX = ''): string | null =>
  readRowTime({ created_time, UNIX })?.toISOString() ?? null;

test.each([
  ['2025-11-05T08:15:00Z', '2025-11-05T08:15:00.000Z'],
  ['2025-11-05T08:15:00+0200', '2025-11-05T06:15:00.000Z'],
  ['2025-11-05T08:15:00-05:00', '2025-11-05T13:15:00.000Z'],
  [' 2025-11-05 08:15 ', '2025-11-05T08:15:00.000Z'],
  ['2025-11-05', '2025-11-05T00:00:00.000Z'],
  ['1762330500', '2025-11-05T08:15:00.000Z'],
  ['1762330500000', '2025-11-05T08:15:00.000Z'],
])('reads %s as a time', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test('an ambiguous time is ignored, and the Unix column is used', () => {
  for (const text of ['', '5/11/2025', '11/05/2025 8:15 AM', 'yesterday', '2025-13-05', '2025', '45966.34', '-1']) {
    expect([text, read(text)]).toEqual([text, null]);
    expect(read(text, '1762330500')).toBe('2025-11-05T08:15:00.000Z');
  }
});

test('a time outside the database range is ignored and does not block other rows', () => {
  for (const text of ['0000-01-01', '0000-12-31T23:59:59Z', '9999-12-31T23:59:59-14:00'])
    expect([text, read(text)]).toEqual([text, null]);
  expect(read('0001-01-01')).toBe('0001-01-01T00:00:00.000Z');
  expect(read('9999-12-31T23:59:59Z')).toBe('9999-12-31T23:59:59.000Z');
});
