import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { messages } from '../messages.ts';
import { currencyDecimals, fitsCurrency } from './currencyDecimals.ts';
import { readAmount } from './readAmount.ts';

test.each([
  ['1250', 'EUR', 1250],
  ['1250.5', 'EUR', 1250.5],
  ['1250,50', 'EUR', 1250.5],
  ['1,250.50', 'EUR', 1250.5],
  ['1.250,50', 'EUR', 1250.5],
  ['1 250,50', 'EUR', 1250.5],
  ['1’250.50', 'CHF', 1250.5],
  ['1,250', 'EUR', 1250],
  ['1.250', 'JPY', 1250],
  ['1,250,000', 'EUR', 1_250_000],
  ['1.250.000,00', 'EUR', 1_250_000],
  ['0.5', 'USD', 0.5],
  ['.5', 'USD', 0.5],
  ['€1250', 'EUR', 1250],
  ['1.250,50 €', 'EUR', 1250.5],
  ['EUR 1250', 'EUR', 1250],
  ['$1,250.50', 'USD', 1250.5],
  ['¥1250', 'JPY', 1250],
  ['1.234,567', 'KWD', 1234.567],
  ['0.250', 'KWD', 0.25],
  ['0', 'EUR', 0],
])('%s in %s is %d', (text, currency, amount) => {
  expect(readAmount(text, currency)).toEqual({ amount, problem: null });
});

test.each([
  ['12.50', 'JPY', messages.amounts.tooManyDecimals('JPY', 0)],
  ['0.125', 'EUR', messages.amounts.tooManyDecimals('EUR', 2)],
  ['1.250', 'KWD', messages.amounts.ambiguous('1.250')],
  ['€1250', 'USD', messages.amounts.otherCurrency('EUR', 'USD')],
  ['1250 usd', 'EUR', messages.amounts.otherCurrency('USD', 'EUR')],
  ['1,25,0', 'EUR', messages.amounts.unreadable],
  ['1.2.3', 'EUR', messages.amounts.unreadable],
  ['twelve', 'EUR', messages.amounts.unreadable],
  ['-5', 'EUR', messages.amounts.unreadable],
  ['', 'EUR', messages.amounts.unreadable],
  ['1e5', 'EUR', messages.amounts.unreadable],
])('%s in %s is refused: %s', (text = '', currency = '', problem = '') => {
  expect(readAmount(text, currency)).toEqual({ amount: null, problem });
});

test('reads every amount in the notations of Intl', () => {
  const currency = fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'CHF');
  const locale = fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), currency, locale, (units, code, notation) => {
      const digits = currencyDecimals(code);
      const amount = units / 10 ** digits;
      const format = new Intl.NumberFormat(notation, { minimumFractionDigits: digits, maximumFractionDigits: digits });
      const text = format.format(amount);
      const read = readAmount(text, code);
      // With three decimals, a whole thousand is ambiguous. India groups by two digits.
      const mayBeRefused = code === 'KWD' || notation === 'en-IN';
      expect(read.amount ?? (mayBeRefused ? amount : Number.NaN)).toBeCloseTo(amount, 6);
    }),
  );
});

test('returns currency decimals and refuses amounts with more decimals', () => {
  expect(['EUR', 'JPY', 'KWD', 'EU'].map(currencyDecimals)).toEqual([2, 0, 3, 2]);
  expect([
    fitsCurrency(12.5, 'JPY'),
    fitsCurrency(12, 'JPY'),
    fitsCurrency(1.005, 'EUR'),
    fitsCurrency(19.99, 'EUR'),
  ]).toEqual([false, true, false, true]);
});
