import { expect, test } from 'vitest';
import { countRange, negativeBinomialTail, upperQuantile, upperTail } from './statistics.ts';

test.each([0.1, 0.01, 1e-4, 1e-8])('upperTail inverts upperQuantile for %s', (p) => {
  expect(upperTail(upperQuantile(p)) / p).toBeCloseTo(1, 1);
});

test.each([
  [0.3, 0.5],
  [4, 0.1],
  [60, 0.02],
  [400, 0.3],
])('a count range with mean %s excludes one percent in each tail', (mean, variance) => {
  const { low, high } = countRange(mean, variance, 0.02);
  expect(negativeBinomialTail(low, mean, variance)).toBeGreaterThanOrEqual(0.01);
  expect(low === 0 ? 0 : negativeBinomialTail(low - 1, mean, variance)).toBeLessThan(0.01);
  expect(negativeBinomialTail(high, mean, variance)).toBeGreaterThanOrEqual(0.99);
  expect(negativeBinomialTail(high - 1, mean, variance)).toBeLessThan(0.99);
});

test.each([0, 0.001, 0.1])('the gamma range for variance %s matches the exact range', (variance) => {
  const summed = countRange(499, variance, 0.02);
  const approximate = countRange(501, variance, 0.02);
  expect(Math.abs(approximate.low / summed.low - 1)).toBeLessThan(0.02);
  expect(Math.abs(approximate.high / summed.high - 1)).toBeLessThan(0.02);
});
