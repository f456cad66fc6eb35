import { expect, test } from 'vitest';
import { createOutage } from './createOutage.ts';

test('logs the first line, then one per 30 s with the number skipped, and the duration at the end', () => {
  let atMs = 5_000;
  let begun = 0;
  const outage = createOutage({ now: () => atMs, onBegin: () => void (begun += 1) });
  const lineAt = (ms: number) => {
    atMs = ms;
    return outage.onLine();
  };
  expect(outage.end()).toBeNull();
  expect([5_000, 5_001, 20_000, 34_999].map(lineAt)).toEqual([{}, null, null, null]);
  expect([35_000, 35_001, 64_999, 65_000, 66_000].map(lineAt)).toEqual([
    { leftOut: 3 },
    null,
    null,
    { leftOut: 2 },
    null,
  ]);
  atMs = 67_000;
  expect(outage.end()).toEqual({ awayMs: 62_000, leftOut: 1 });
  expect(outage.end()).toBeNull();
  expect(lineAt(68_000)).toEqual({});
  expect(begun).toBe(2);
});
