import { expect, test } from 'vitest';
import { percentile } from '#lab/faults/measure.ts';
import { readPage } from '../../scripts/docs/markdown.ts';
import { exportTable, modelOf, mostPerHour } from './exportTable.ts';
import { disorderly, simulateExports } from './simulateExports.ts';
import type { ExportModel } from './simulateExports.ts';

const endless = { project: Number.POSITIVE_INFINITY, person: Number.POSITIVE_INFINITY };
const model = (changes: Partial<ExportModel>): ExportModel => ({
  slots: 1,
  quota: endless,
  writes: 1,
  writeSeconds: 1,
  otherSeconds: 0,
  ...changes,
});
const atOnce = (count: number) => Array.from({ length: count }, (_, person) => ({ at: 0, person }));
const lastEnd = (...asked: Parameters<typeof simulateExports>): number =>
  Math.max(...simulateExports(...asked).map(({ endedAt }) => endedAt));

test('random arrivals wait as long as the Pollaczek–Khinchine formula predicts', () => {
  for (const load of [0.3, 0.6, 0.8]) {
    // One slot and a fixed time: an M/D/1 queue.
    const seconds = 2;
    const requests = disorderly(200_000, (load / seconds) * 3_600, 7);
    const served = simulateExports(requests, model({ writeSeconds: seconds }));
    const waited = served.reduce((sum, { at, startedAt }) => sum + startedAt - at, 0) / served.length;
    const expected = (load * seconds) / (2 * (1 - load));
    expect(Math.abs(waited / expected - 1)).toBeLessThan(0.05);
  }
});

test('simultaneous exports take turns in the slots', () => {
  const each = model({ slots: 8, writes: 3, writeSeconds: 0.5, otherSeconds: 1 });
  expect(lastEnd(atOnce(81), each)).toBeCloseTo(Math.ceil(81 / 8) * (3 * 0.5 + 1), 6);
});

test('the quotas of the project and of a person count per minute', () => {
  const quota = { project: 300, person: 60 };
  const fast = { quota, slots: 1_000, writeSeconds: 0.01 };
  // 700 people with three writes each make 2,100 writes, the quota of seven minutes.
  expect(Math.floor(lastEnd(atOnce(700), model({ ...fast, writes: 3 })) / 60)).toBe(Math.ceil((700 * 3) / 300) - 1);
  // One person with 150 writes needs three minutes.
  expect(Math.floor(lastEnd(atOnce(1), model({ ...fast, writes: 150 })) / 60)).toBe(Math.ceil(150 / 60) - 1);
});

test('many workers wait briefly just below the quota, and above it the queue grows', () => {
  const { quota, writes } = modelOf(26, 8);
  const most = mostPerHour({ writes, quota });
  expect(most).toBe(692);
  const waitOf = (perHour: number, count: number): number =>
    percentile(
      simulateExports(disorderly(count, perHour, 1), modelOf(26, 8)).map(({ at, endedAt }) => endedAt - at),
      0.95,
    );
  expect(waitOf(most * 0.8, 4_000)).toBeLessThan(300);
  expect(waitOf(most * 1.2, 4_000)).toBeGreaterThan(2 * waitOf(most * 1.2, 1_000));
});

test('docs/SCALING.md has the simulated table', () => {
  const { text } = readPage('docs/SCALING.md');
  const cells = text.split('\n').flatMap((line) =>
    line.startsWith('|')
      ? [
          line
            .split('|')
            .map((cell) => cell.trim())
            .slice(1, -1),
        ]
      : [],
  );
  for (const row of exportTable()) expect(cells).toContainEqual(row);
});
