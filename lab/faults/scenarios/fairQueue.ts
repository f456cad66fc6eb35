import { createSheetSync, listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';
import { exportGoogleSheet, listExports } from '#shared/contracts/exports.ts';
import { sheetSyncLimits } from '#shared/limits.ts';
import { clearFaults, orderFaults, putSheet } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { worst } from '#lab/faults/measure.ts';
import { atLeast, atMost } from '#lab/faults/metrics.ts';
import { registerPerson } from '#testing/people.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { startProduct } from '#testing/startProduct.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

const unfinishedExports = 20;
/** The largest page of the list. */
const listedSheets = '100';
/** For a short run, but still more than the product reads at once. */
const shortSheets = 12;
const slowCallMs = 2_000;
const startsWithinMs = 5_000;

/** One person fills the queue with slow work. Another person's first export and first sheet have to start before the rest. */
export const fairQueue: ScenarioRun = async (context) => {
  const sandbox = await context.startSandbox();
  const product = await startProduct({ folder: context.folder, environment: sandbox.environment });
  const sheets = context.isShort ? shortSheets : sheetSyncLimits.perUser;
  const exportWaits: number[] = [];
  const syncWaits: number[] = [];
  const exportsBehind: number[] = [];
  const sheetsBehind: number[] = [];
  const taken: number[] = [];
  for (let number = 0; number < context.runs; number += 1) {
    const busy = await registerPerson(product, 'google');
    const other = await registerPerson(product, 'google');
    await orderFaults(sandbox, { provider: 'google', kind: 'slow', delayMs: slowCallMs, count: 100_000 });
    const post = (person: typeof busy) =>
      person.request(exportGoogleSheet, { body: { data: [{ campaign: 'Spring' }] } });
    const exporting = Array.from({ length: unfinishedExports + 1 }, () => post(busy));
    const rows = [['Name'], ['Ada']];
    for (let sheet = 0; sheet < sheets; sheet += 1) {
      const url = await putSheet(sandbox, `${number}-${sheet}-`.padEnd(44, 's'), { rows, shared: 'public' });
      const { status } = await busy.request(createSheetSync, { body: { url, type: 'meta' } });
      if (status !== 200) throw new Error(`A sheet was refused: ${status}`);
    }

    const begunAt = performance.now();
    const own = post(other);
    const beginExport = async (): Promise<void> => {
      const begins = async () =>
        (await other.request(listExports)).body.data.some(({ state }) => !['waiting', 'queued'].includes(state));
      await waitUntil(begins, { timeoutMs: hangMs, what: "the start of another person's export" });
      exportWaits.push(performance.now() - begunAt);
      const { data } = (await busy.request(listExports)).body;
      exportsBehind.push(data.filter(({ state }) => state === 'queued').length);
    };
    const beginSheet = async (): Promise<void> => {
      const url = await putSheet(sandbox, `${number}-own-`.padEnd(44, 'o'), { rows, shared: 'public' });
      await other.request(createSheetSync, { body: { url, type: 'meta' } });
      const begins = async () => (await other.request(listSheetSyncs)).body.data.some(({ lastRun }) => lastRun);
      await waitUntil(begins, { timeoutMs: hangMs, what: "the start of another person's sheet" });
      syncWaits.push(performance.now() - begunAt);
      const { data } = (await busy.request(listSheetSyncs, { query: { limit: listedSheets } })).body;
      sheetsBehind.push(data.filter(({ lastRun }) => lastRun === null).length);
    };
    await Promise.all([beginExport(), beginSheet()]);
    await clearFaults(sandbox);
    const answers = await Promise.all(exporting);
    taken.push(answers.filter(({ status }) => status === 200).length);
    const refused = answers.filter(({ status }) => status === 429);
    if (refused.length !== 1) throw new Error(`The export beyond the limit was refused ${refused.length} times`);
    await own;
  }
  await product.end('SIGTERM');
  return {
    metrics: [
      atLeast('exports accepted from one person', Math.min(...taken), unfinishedExports, 'exports'),
      atLeast("exports still queued when another person's starts", Math.min(...exportsBehind), 1, 'exports'),
      atLeast("sheets still queued when another person's starts", Math.min(...sheetsBehind), 1, 'sheets'),
      atMost("another person's export starts after", worst(exportWaits), startsWithinMs, 'ms'),
      atMost("another person's sheet starts after", worst(syncWaits), startsWithinMs, 'ms'),
    ],
  };
};
