import { expect, test } from 'vitest';
import { runScenario } from '#lab/faults/runScenario.ts';
import { floodedReads } from '#lab/faults/scenarios/floodedReads.ts';

test('T54 thirty boards at once leave connections to other workspaces', { timeout: 150_000 }, async () => {
  const report = await runScenario(
    { name: 'flooded-reads', run: floodedReads },
    { isShort: true, runs: 1, log: () => {}, logFolder: null },
  );
  expect(report.faults).toEqual([]);
});
