import { expect, test } from 'vitest';
import { runScenario } from '#lab/faults/runScenario.ts';
import { fairQueue } from '#lab/faults/scenarios/fairQueue.ts';

test('T34 a person who fills the queue with slow exports and sheets delays no other person', async () => {
  const { faults } = await runScenario(
    { name: 'fair-queue', run: fairQueue },
    { isShort: true, runs: 1, log: () => {}, logFolder: null },
  );
  expect(faults).toEqual([]);
});
