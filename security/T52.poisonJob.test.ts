import { expect, test } from 'vitest';
import { runScenario } from '../scripts/faults/runScenario.ts';
import { poisonJob } from '../scripts/faults/scenarios/poisonJob.ts';

test(
  'T52 a job that kills its process is dead-lettered after the third time, and other jobs go on',
  { timeout: 150_000 },
  async () => {
    const report = await runScenario(poisonJob, { isShort: true, runs: 1, tell: () => {}, logFolder: null });
    expect(report.faults).toEqual([]);
    expect(report.figures.find(({ name }) => name === 'deaths')?.value).toBe(3);
  },
);
