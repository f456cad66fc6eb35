import { expect, test } from 'vitest';
import { simulateQueue } from './simulateQueue.ts';

/** The mean wait by the Erlang C formula, in mean service times. */
const erlangC = (servers: number, utilization: number): number => {
  const load = servers * utilization;
  const terms = Array.from({ length: servers + 1 }, (_, count) =>
    Array.from({ length: count }, (__, factor) => load / (factor + 1)).reduce((product, each) => product * each, 1),
  );
  const full = (terms[servers] ?? Number.NaN) / (1 - utilization);
  const all = terms.slice(0, servers).reduce((sum, term) => sum + term, 0) + full;
  return full / all / (servers * (1 - utilization));
};

test('the formula has the known values', () => {
  // One server: utilization / (1 - utilization). Two servers at 50 %: a third of the requests wait for one mean time.
  expect(erlangC(1, 0.8)).toBeCloseTo(4, 9);
  expect(erlangC(2, 0.5)).toBeCloseTo(1 / 3, 9);
});

test('requests wait as long as the Erlang C formula predicts', () => {
  for (const servers of [1, 4, 16])
    for (const utilization of [0.4, 0.6, 0.8]) {
      const served = simulateQueue({ servers, utilization, requests: 300_000, seed: 3 });
      const mean = served.reduce((sum, { waited }) => sum + waited, 0) / served.length;
      expect(Math.abs(mean - erlangC(servers, utilization))).toBeLessThan(0.01 + 0.05 * erlangC(servers, utilization));
    }
});
