import { expect, test } from 'vitest';
import { isMet } from './Benchmark.ts';
import { compare, comparedMetrics } from './compare.ts';

test('measures subject and reference in alternating order and ignores the warm-up', async () => {
  const order: string[] = [];
  const answers = { subject: [999, 10, 30, 20], reference: [1, 40, 20, 100] };
  const next = (name: 'subject' | 'reference') => async () => {
    order.push(name);
    return { rate: answers[name].shift() ?? Number.NaN };
  };
  const comparison = await compare({
    isQuick: false,
    rounds: 3,
    subject: next('subject'),
    reference: next('reference'),
  });
  const [warmUp, referenceFirst] = ['subject reference', 'reference subject'];
  expect(order.join(' ')).toBe([warmUp, referenceFirst, 'subject reference', referenceFirst].join(' '));

  const metrics = comparedMetrics(comparison.of('rate'), ['a', 'b', 'c'], 'requests/s', { atLeast: 0.5 });
  expect(metrics).toEqual([
    { name: 'a', value: 20, unit: 'requests/s', range: { min: 10, max: 30 } },
    { name: 'b', value: 40, unit: 'requests/s', range: { min: 20, max: 100 } },
    // The ratio of the medians, not the median of the ratios (0.25).
    { name: 'c', value: 0.5, unit: 'x', range: { min: 0.2, max: 1.5 }, target: { atLeast: 0.5 } },
  ]);
});

test('a target is met by an equal value and missed by NaN', () => {
  const metric = { name: 'a', unit: 'x' };
  expect(isMet({ ...metric, value: 7 })).toBe(true);
  expect(isMet({ ...metric, value: 0.8, target: { atLeast: 0.8 } })).toBe(true);
  expect(isMet({ ...metric, value: 0.79, target: { atLeast: 0.8 } })).toBe(false);
  expect(isMet({ ...metric, value: 1.3, target: { atMost: 1.3 } })).toBe(true);
  expect(isMet({ ...metric, value: 1.31, target: { atMost: 1.3 } })).toBe(false);
  for (const target of [{ atLeast: 0.8 }, { atMost: 1.3 }])
    expect(isMet({ ...metric, value: Number.NaN, target })).toBe(false);
});
