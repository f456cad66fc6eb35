import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestFirst } from './largestFirst.ts';

test('equal sums keep one order, whatever order they come in', () => {
  const sums = [
    { currency: 'USD', amount: 0 },
    { currency: null, amount: 0 },
    { currency: 'GBP', amount: 5 },
    { currency: 'EUR', amount: 0 },
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(sums, { minLength: sums.length }), (shuffled) => {
      const currencies = shuffled.toSorted(largestFirst(({ amount }) => amount)).map(({ currency }) => currency);
      expect(currencies).toEqual(['GBP', null, 'EUR', 'USD']);
    }),
  );
});
