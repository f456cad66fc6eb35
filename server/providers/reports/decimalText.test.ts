import { expect, it } from 'vitest';
import { addDecimals, fromMillionths, toDecimal, trimDecimal } from './decimalText.ts';

it.each([
  ['41237500', '41.2375'],
  ['1', '0.000001'],
  ['0', '0'],
  ['-2500000', '-2.5'],
  // Beyond the integers that a double holds.
  ['9007199254740993000001', '9007199254740993.000001'],
])('converts %s millionths to %s', (micros, units) => {
  expect(fromMillionths(micros)).toBe(units);
});

it.each([
  ['12.370', '12.37'],
  ['20.000', '20'],
  ['0', '0'],
  ['-0.00', '0'],
  ['007', '7'],
  ['1000', '1000'],
  ['-', '0'],
  ['', '0'],
])('trims %j to %s', (text, trimmed) => {
  expect(trimDecimal(text)).toBe(trimmed);
});

it.each([
  [2.5, '2.5'],
  [50, '50'],
  [1e-7, '0.0000001'],
])('writes %d as %s', (value, text) => {
  expect(toDecimal(value)).toBe(text);
});

it.each([
  ['0.1', '0.2', '0.3'],
  ['12.37', '0', '12.37'],
  ['-1.5', '1', '-0.5'],
  ['9007199254740993', '0.01', '9007199254740993.01'],
])('adds %s and %s to %s', (one, other, sum) => {
  expect(addDecimals(one, other)).toBe(sum);
});
