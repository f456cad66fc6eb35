import { setTimeout as sleep } from 'node:timers/promises';
import { importLimits } from '#shared/limits.ts';
import { orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { awaitExport, beginExport, compareExport, importRows } from '#lab/faults/exports.ts';
import { residentMegabytes } from '#lab/faults/measure.ts';
import { atMost } from '#lab/faults/metrics.ts';
import { registerPerson } from '#testing/people.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { now, startProduct } from '#testing/startProduct.ts';

const callMs = 300;
const shortRows = 10_000;

/** Runs a large export while each Google call takes 300 ms and the quota is 60 writes per minute. */
export const exportPace: ScenarioRun = async (context) => {
  const sandbox = await context.startSandbox();
  // A separate worker process, so that its memory includes neither requests nor the embedded database.
  const postgres = await context.startPostgres();
  const options = { folder: context.folder, environment: sandbox.environment, databaseUrl: postgres.url };
  const api = await startProduct({ ...options, roles: 'api' });
  const worker = await startProduct({ ...options, roles: 'worker' });
  const person = await registerPerson(api, 'google');
  const expected = await importRows(person, context.isShort ? shortRows : importLimits.rows);
  await sleep(2_000);
  const idle = await residentMegabytes(worker.pid);
  await orderFaults(sandbox, { provider: 'google', kind: 'slow', delayMs: callMs, count: 10_000 });
  const startedAt = now();
  const id = await beginExport(person);
  let peak = idle;
  const over = new AbortController();
  const exporting = awaitExport(person, id, 'complete').finally(() => over.abort());
  while (!over.signal.aborted) {
    peak = Math.max(peak, await residentMegabytes(worker.pid));
    await sleep(50);
  }
  await exporting;
  const seconds = (now() - startedAt) / 1000;
  const { spreadsheets, ...counts } = await compareExport(sandbox, id, expected);
  return {
    ...counts,
    metrics: [
      { name: 'rows', value: expected.length, unit: 'rows' },
      atMost('whole export', seconds, 90, 's'),
      atMost('write calls', spreadsheets[0]?.writeCalls ?? Number.NaN, 60, 'calls'),
      atMost('memory above idle', peak - idle, 64, 'MB'),
    ],
  };
};
