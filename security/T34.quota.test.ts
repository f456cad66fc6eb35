import { expect, test } from 'vitest';
import { createSheetSync, listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';
import { sheetSyncLimits } from '#shared/limits.ts';
import { runScenario } from '#lab/faults/runScenario.ts';
import { fairQueue } from '#lab/faults/scenarios/fairQueue.ts';
import { floodedSheets } from '#lab/faults/scenarios/floodedSheets.ts';
import { newMember } from './testing/strangers.ts';
import { target } from './testing/target.ts';

test('T34 a person who fills the queue with slow exports and sheets delays no other person', async () => {
  const { faults } = await runScenario(
    { name: 'fair-queue', run: fairQueue },
    { isShort: true, runs: 1, log: () => {}, logFolder: null },
  );
  expect(faults).toEqual([]);
});

test('T34 eight workspaces that flood private sheets leave turns to others', { timeout: 150_000 }, async () => {
  const { faults } = await runScenario(
    { name: 'flooded-sheets', run: floodedSheets },
    { isShort: true, runs: 1, log: () => {}, logFolder: null },
  );
  expect(faults).toEqual([]);
});

test('T34 one person cannot exceed the limit of synced sheets, even with simultaneous requests', async () => {
  const member = await newMember();
  const asked = Array.from({ length: sheetSyncLimits.perUser + 10 }, (_, index) => {
    const url = `${target.sandboxUrl}/spreadsheets/d/${`${index}-of-many-`.padEnd(44, 'q')}/edit`;
    return member.request(createSheetSync, { body: { url, type: 'meta' } });
  });
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 10 }, () => [409, 'TOO_MANY_RECORDS']),
  );
  expect((await member.request(listSheetSyncs)).body.totalItems).toBe(sheetSyncLimits.perUser);
});
