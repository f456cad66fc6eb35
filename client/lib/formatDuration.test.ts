import { expect, it } from 'vitest';
import { formatDuration } from './formatDuration.ts';

it.each([
  [0, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_000, '59 min'],
  [3_600_000, '1 h'],
  [7_500_000, '2 h 5 min'],
  [36_300_000, '10 h'],
  [93_600_000, '26 h'],
])('%i ms are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
