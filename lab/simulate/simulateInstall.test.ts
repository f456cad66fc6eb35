import { expect, test } from 'vitest';
import { readPage } from '../../scripts/docs/markdown.ts';
import { shares } from '#lab/load/prepareTraffic.ts';
import { listGivingWay, partsOf, reachOf } from './limits.ts';
import { figuresOf, readAssumptions, readReference, valuesOf } from './readInput.ts';
import type { Figures } from './readInput.ts';
import { reportTables } from './reportTables.ts';
import { simulateInstall } from './simulateInstall.ts';

const stated = await readAssumptions();
const assumed = valuesOf(stated);
const figures = figuresOf(await readReference());
/** Every cost of each request, read and row is 1. */
const ones: Figures = () => 1;

/** Fixed assumptions, independent of the defaults. */
const plain = {
  activeShare: 0.1,
  callsPerActive: 200,
  busyShare: 0.5,
  busyHours: 4,
  openTabs: 0.2,
  connectedShare: 0.5,
  accountsEach: 2,
  viewedShare: 0.2,
  quietShare: 0.3,
  leadsEach: 2,
  leadPeak: 5,
  exportsEach: 0.1,
  daysStored: 365,
};

test('a million people cause the work that plain arithmetic predicts', () => {
  const { work, stored } = simulateInstall(1_000_000, { ...assumed, ...plain }, ones);
  expect(work.calls).toBeCloseTo((100_000 * 200 * 0.5) / 14_400, 6);
  expect(work.sockets).toBe(20_000);
  expect(work.worstLeads).toBeCloseTo(((500_000 * 2) / 86_400) * 5, 6);
  expect(work.exportsPerHour).toBeCloseTo(10_000 / 2 / 4, 6);
  expect(work.reads).toBeCloseTo((1_000_000 * (0.2 * 24 + 0.3)) / 86_400, 6);
  expect(work.platformCallsPerDay.google).toBeCloseTo((1_000_000 * (0.2 * 24 + 0.3)) / 3, 3);
  expect(stored.leads.rows).toBe(365_000_000);
});

test('calls have the mix of the load test', () => {
  const { work } = simulateInstall(100_000, assumed, ones);
  expect(work.requests.list / work.requests.page).toBeCloseTo(shares.list / shares.page, 9);
  const { export: _exports, webhook: _webhooks, ...calls } = work.requests;
  expect(Object.values(calls).reduce((sum, rate) => sum + rate, 0)).toBeCloseTo(work.calls, 9);
});

test('a part is outgrown where its need reaches its limit', () => {
  for (const part of partsOf(assumed, figures))
    for (const step of part.steps) {
      const at = reachOf(part, step, assumed, figures);
      if (at === Number.POSITIVE_INFINITY) continue;
      expect(part.need(simulateInstall(at, assumed, figures))).toBeLessThanOrEqual(step.limit);
      expect(part.need(simulateInstall(at * 1.01, assumed, figures))).toBeGreaterThan(step.limit);
    }
});

test('parts are outgrown in order, each between the two sizes', () => {
  const places = listGivingWay(10_000, 1_000_000, assumed, figures).map(({ at }) => at);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places.filter((at) => at < 10_000 || at > 1_000_000)).toEqual([]);
});

test('docs/SCALING.md has the tables of the simulation', () => {
  const lines = readPage('docs/SCALING.md').text.split('\n');
  const cells = lines.flatMap((line) =>
    line.startsWith('|')
      ? [
          line
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.trim()),
        ]
      : [],
  );
  // The assumptions are in assumptions.json.
  const tables = reportTables(stated, figures).filter(({ title }) => title !== 'Assumptions');
  expect(tables).toHaveLength(4);
  for (const { rows } of tables) for (const row of rows) expect(cells).toContainEqual(row);
});
