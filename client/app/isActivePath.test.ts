import { expect, it } from 'vitest';
import { isActivePath } from './isActivePath.ts';

it.each([
  ['/google', true],
  ['/google/', true],
  ['/google/details', true],
  ['/google-sheets', false],
  ['/', false],
])('%s is part of /google: %s [S2.NAV.16]', (path, expected) => {
  expect(isActivePath(path, '/google')).toBe(expected);
});
