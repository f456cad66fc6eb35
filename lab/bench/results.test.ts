import { expect, test } from 'vitest';
import { requireNumbers } from './Benchmark.ts';
import { parseResults } from './results.ts';

const ran = { date: '2026-01-01T00:00:00.000Z', cores: 2, processor: 'any', memoryGb: 8, node: 'v24', seconds: 9 };
const entry = (value: number | null) => ({ ran, metrics: [{ name: 'a', value, unit: 'ms' }] });

test('an invalid entry does not affect the others', () => {
  const kept = parseResults(JSON.stringify({ ssr: entry(1), csv: entry(null), older: 7 }));
  expect(kept).toEqual({ ssr: entry(1) });
  expect(parseResults(JSON.stringify([{ name: 'of an older shape' }]))).toEqual({});
});

test('rejects a value that is not finite and names it', () => {
  const metric = { name: 'ssr.web', value: 1, unit: 'x' };
  requireNumbers([metric, { ...metric, range: { min: 0, max: 2 } }]);
  expect(() => requireNumbers([{ ...metric, value: Number.NaN }])).toThrow('ssr.web is NaN');
  expect(() => requireNumbers([{ ...metric, range: { min: 0, max: Infinity } }])).toThrow('ssr.web is Infinity');
});
