import { expect, test } from 'vitest';
import { metricLayouts, noMetrics, placeOf, requireLayout, scaleOf, storedMetrics, toMetrics } from './metrics.ts';

test('keeps the layout of each version for stored rows', () => {
  expect(metricLayouts).toEqual({
    1: [
      { metric: 'spend', decimals: 6 },
      { metric: 'impressions', decimals: 0 },
      { metric: 'clicks', decimals: 0 },
      { metric: 'conversions', decimals: 6 },
      { metric: 'leads', decimals: 6 },
    ],
  });
});

test('a new version only appends metrics, so that positions stay and the length identifies the version', () => {
  const versions: (readonly { metric: string; decimals: number }[])[] = Object.values(metricLayouts);
  for (const [index, version] of versions.slice(1).entries()) {
    const earlier = versions[index] ?? [];
    expect(version.length).toBeGreaterThan(earlier.length);
    expect(version.slice(0, earlier.length)).toEqual(earlier);
  }
  expect(storedMetrics).toEqual(versions.at(-1)?.map(({ metric }) => metric));
});

test('stores each metric at its position as a scaled integer', () => {
  const row = { spend: '1.5', impressions: '20', clicks: '3', conversions: '0.25', leads: '4' };
  expect(toMetrics(row)).toEqual([1_500_000n, 20n, 3n, 250_000n, 4_000_000n]);
  expect(storedMetrics.map(placeOf)).toEqual([0, 1, 2, 3, 4]);
  expect(storedMetrics.map(scaleOf)).toEqual([1e6, 1, 1, 1e6, 1e6]);
});

test('refuses arrays with an unknown layout', () => {
  expect(() => requireLayout(noMetrics.length)).not.toThrow();
  expect(() => requireLayout(noMetrics.length * 31, 31)).not.toThrow();
  for (const length of [0, 4, 6, 155]) expect(() => requireLayout(length)).toThrow(`${length} values, not 5`);
  for (const length of [5, 124, 186]) expect(() => requireLayout(length, 31)).toThrow(`${length} values, not 155`);
});
