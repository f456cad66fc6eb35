import { setTimeout as sleep } from 'node:timers/promises';
import { importLimits } from '#shared/limits.ts';
import { orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { awaitExport, beginExport, compareSheet, importRows, listSpreadsheets, readCells } from '../exports.ts';
import { residentMegabytes } from '../measure.ts';
import { registerPerson } from '#testing/people.ts';
import type { Scenario } from '../Scenario.ts';
import { createSite, now, startProduct } from '#testing/startProduct.ts';

const callMs = 300;
const shortRows = 10_000;

/** A large export while each Google call takes 300 ms, with a quota of 60 writes per minute. */
export const exportPace: Scenario = {
  name: 'export-pace',
  covers: ['R3'],
  runs: { full: 1, short: 0 },
  run: async (context) => {
    const sandbox = await context.startSandbox();
    // A separate worker, so that its memory includes neither requests nor the embedded database.
    const postgres = await context.startPostgres();
    const options = { folder: context.folder, environment: sandbox.environment, databaseUrl: postgres.url };
    const api = await createSite({ ...options, roles: 'api' });
    const worker = await createSite({
      ...options,
      roles: 'worker',
      env: { ENCRYPTION_KEY: api.env['ENCRYPTION_KEY'] ?? '' },
    });
    await startProduct(api);
    const working = await startProduct(worker);
    const person = await registerPerson(api, 'google');
    const expected = await importRows(person, context.isShort ? shortRows : importLimits.rows);
    await sleep(2_000);
    const idle = await residentMegabytes(working.process.pid);
    await orderFaults(sandbox, { provider: 'google', kind: 'slow', delayMs: callMs, count: 10_000 });
    const startedAt = now();
    const id = await beginExport(person);
    let peak = idle;
    const over = new AbortController();
    const exporting = awaitExport(person, id, 'complete').finally(() => over.abort());
    while (!over.signal.aborted) {
      peak = Math.max(peak, await residentMegabytes(working.process.pid));
      await sleep(50);
    }
    await exporting;
    const seconds = (now() - startedAt) / 1000;
    const spreadsheets = await listSpreadsheets(sandbox, id);
    const [spreadsheet] = spreadsheets;
    if (!spreadsheet) throw new Error('There is no spreadsheet');
    return {
      ...compareSheet(await readCells(sandbox, spreadsheet.id), expected),
      metrics: [
        { name: 'rows', value: expected.length, unit: 'rows' },
        { name: 'whole export', value: seconds, unit: 's', atMost: 90 },
        { name: 'write calls', value: spreadsheet.writeCalls, unit: 'calls', atMost: 60 },
        { name: 'memory above idle', value: peak - idle, unit: 'MB', atMost: 64 },
      ],
    };
  },
};
