import { expect, it } from 'vitest';
import {
  formatCompact,
  formatDate,
  formatDay,
  formatDecimal,
  formatInteger,
  formatLongDateTime,
  formatMoney,
  formatPercent,
  formatRelative,
} from './format.ts';

it('formats numbers with separators, and a missing number as a dash', () => {
  expect([formatInteger(1240), formatInteger(0), formatInteger(null), formatInteger(Number.NaN)]).toEqual([
    '1,240',
    '0',
    '-',
    '-',
  ]);
  expect([formatDecimal(1240.5), formatCompact(12_345), formatCompact(null)]).toEqual(['1,240.50', '12.3K', '-']);
});

it('formats percentages with one decimal, or two if tiny', () => {
  const given = [1.18, 0.05, -0.05, 0, 1234.5, undefined];
  expect(given.map(formatPercent)).toEqual(['1.2%', '0.05%', '-0.05%', '0.0%', '1,234.5%', '-']);
});

it('formats money in its currency, or without one if unknown', () => {
  expect([
    formatMoney(1240.5, 'USD'),
    formatMoney(1240.5, 'JPY'),
    formatMoney(3, ''),
    formatMoney(3, 'dollars'),
    formatMoney(null, 'USD'),
  ]).toEqual(['$1,240.50', '¥1,241', '3.00', '3.00', '-']);
  expect([formatCompact(12_345, 'USD'), formatCompact(950, 'JPY'), formatCompact(12_345, 'dollars')]).toEqual([
    '$12.3K',
    '¥950',
    '12.3K',
  ]);
});

it('formats calendar days the same in every time zone, and instants in local time', () => {
  expect([formatDay('2025-11-05'), formatDay('nonsense'), formatDay(null)]).toEqual(['Nov 05, 2025', '-', '-']);
  const instant = new Date(2025, 10, 5, 6, 3);
  expect(formatDate(instant)).toBe('Nov 05, 2025');
  expect(formatLongDateTime(instant.toISOString())).toBe('November 5, 2025 at 6:03 AM');
  expect([formatLongDateTime(''), formatLongDateTime('soon')]).toEqual(['-', '-']);
});

it('formats relative times', () => {
  const now = Date.UTC(2025, 10, 5, 12);
  expect([
    formatRelative(now - 5_000, now),
    formatRelative(now - 300_000, now),
    formatRelative(now - 86_400_000, now),
  ]).toEqual(['just now', '5 minutes ago', 'yesterday']);
});
