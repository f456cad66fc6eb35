import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compare } from './compare.ts';
import { runScenario } from './runScenario.ts';
import type { ScenarioRun } from './Scenario.ts';

const options = { runs: 2, isShort: true, log: () => {} };
const scenario = (run: ScenarioRun) => ({ name: 'a test', run });

test('a scenario fails only for lost or doubled effects and missed goals', async () => {
  const good = await runScenario(
    scenario(async ({ runs }) => ({
      lost: 0,
      doubled: 0,
      metrics: [
        { name: 'runs', value: runs, unit: '', atLeast: 2, atMost: 2 },
        { name: 'reported only', value: Number.NaN, unit: 'rows' },
        { name: 'a time, on a busy machine', value: 3, unit: 's', atMost: 2 },
      ],
    })),
    options,
  );
  expect(good.faults).toEqual([]);
  const bad = await runScenario(
    scenario(async () => ({
      lost: 1,
      doubled: 2,
      metrics: [
        { name: 'slow', value: 3, unit: 's', atMost: 2 },
        { name: 'few', value: 1, unit: 'rows', atLeast: 2 },
        { name: 'unmeasured', value: Number.NaN, unit: 's', atMost: 2 },
      ],
    })),
    { ...options, isShort: false, logFolder: null },
  );
  expect(bad.faults).toEqual([
    '1 lost',
    '2 doubled',
    'slow 3 s (at most 2)',
    'few 1 rows (at least 2)',
    'unmeasured NaN s (at most 2)',
  ]);
});

test('a scenario that cannot run here reports the reason and does not fail', async () => {
  const report = await runScenario(
    scenario(async () => ({ skipped: 'missing packages: haproxy', metrics: [] })),
    options,
  );
  expect(report).toMatchObject({ faults: [], skipped: 'missing packages: haproxy' });
});

test('a failed scenario is cleaned up, last part first', async () => {
  const undone: string[] = [];
  let folder = '';
  const report = await runScenario(
    scenario(async (context) => {
      folder = context.folder;
      context.onEnd(async () => undone.push('first'));
      context.onEnd(async () => undone.push('second'));
      throw new Error('hurt');
    }),
    { ...options, logFolder: null },
  );
  expect(undone).toEqual(['second', 'first']);
  expect(existsSync(folder)).toBe(false);
  expect(report.faults).toEqual([expect.stringContaining('hurt')]);
});

test('compares acknowledged ids with missing, doubled and unexpected ones', () => {
  const acknowledged = ['a', 'b', 'c', 'd'];
  expect(compare(acknowledged, ['a', 'c', 'c', 'e', 'f', 'g'])).toEqual({ lost: 2, doubled: 1, foreign: 3 });
});
