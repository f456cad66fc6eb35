import { expect, test } from 'vitest';
import { createLineLimit } from './createLineLimit.ts';

test('lets one line of a kind through per period, with a count of the others', () => {
  let atMs = 0;
  const limit = createLineLimit({ now: () => atMs });
  expect([limit.onLine('a'), limit.onLine('b'), limit.onLine('a'), limit.onLine('a')]).toEqual([{}, {}, null, null]);
  atMs = 30_000;
  expect([limit.onLine('a'), limit.onLine('b')]).toEqual([{ leftOut: 2 }, {}]);
});

test('forgets the oldest kinds, so that strangers cannot make it grow', () => {
  const limit = createLineLimit({ now: () => 0 });
  for (let kind = 0; kind <= 200; kind += 1) expect(limit.onLine(String(kind))).toEqual({});
  expect([limit.onLine('200'), limit.onLine('0')]).toEqual([null, {}]);
});
