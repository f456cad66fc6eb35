import { expect, test } from 'vitest';
import { runScenario } from '#lab/faults/runScenario.ts';
import { poisonJob } from '#lab/faults/scenarios/poisonJob.ts';

test(
  'T52 a job that kills its process three times is dead-lettered, and other jobs continue',
  { timeout: 150_000 },
  async () => {
    const report = await runScenario(
      { name: 'poison-job', run: poisonJob },
      { isShort: true, runs: 1, log: () => {}, logFolder: null },
    );
    expect(report.faults).toEqual([]);
    expect(report.metrics.find(({ name }) => name === 'deaths')?.value).toBe(3);
  },
);
