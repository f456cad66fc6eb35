import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '#testing/database/withClient.ts';
import { importLimits } from '#shared/limits.ts';
import { orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import { awaitExport, beginExport, compareExport, importRows } from '../scripts/faults/exports.ts';
import { residentMegabytes } from '../scripts/faults/measure.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import { listProviderCalls } from '../scripts/faults/providerCalls.ts';
import { startSandbox } from '#testing/sandbox/startSandbox.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import { idleMegabytes } from './measure.ts';
import { startShipped } from './startShipped.ts';
import type { Shipped } from './startShipped.ts';

const callMs = 300;
const quickRows = 3_000;
const ownerRows = 100;
const checkEveryMs = 50;

/** Gives the planner statistics of an owner with few rows. That is its worst case: a person with many rows has just joined. */
const countSmallOwner = async (api: Shipped, databaseUrl: string): Promise<void> => {
  await importRows(await registerPerson(api, 'google'), ownerRows);
  await withClient(databaseUrl, (client) => client.query('analyze'));
};

/** Exports all imported leads of a person. Measures from the request until the export is complete. */
export const timeExport = async (person: Person): Promise<{ id: string; seconds: number }> => {
  const start = performance.now();
  const id = await beginExport(person);
  await awaitExport(person, id, 'complete', undefined, checkEveryMs);
  return { id, seconds: (performance.now() - start) / 1000 };
};

/**
 * An export of 100,000 rows and 23 columns while each Google call takes 300 ms, from the request until it is complete. The
 * reference is the sum of its calls: at most 1.3 times as long. The sandbox counts the calls, so that fewer calls do not
 * count as slower.
 */
export const exports = ({ isQuick }: BenchmarkOptions): Promise<Metric[]> =>
  withCleanup(async (cleanup) => {
    const sandbox = await cleanup.use(startSandbox());
    const postgres = await cleanup.use(startPostgres());
    // Production mode requires https for Google.
    const env = { ...sandbox.environment, NODE_ENV: 'development' };
    // A separate worker, so that its memory does not include requests.
    const api = await cleanup.use(startShipped({ roles: 'api', databaseUrl: postgres.url, env }));
    const worker = await cleanup.use(startShipped({ roles: 'worker', databaseUrl: postgres.url, env }));

    await countSmallOwner(api, postgres.url);
    const person = await registerPerson(api, 'google');
    const expected = await importRows(person, isQuick ? quickRows : importLimits.rows);
    const idle = await idleMegabytes(worker.pid, { isQuick });
    await orderFaults(sandbox, { provider: 'google', kind: 'slow', delayMs: callMs, count: 10_000 });
    const callsBefore = (await listProviderCalls(sandbox, 'google')).length;

    let peak = idle;
    const over = new AbortController();
    const watch = async (): Promise<void> => {
      while (!over.signal.aborted) {
        peak = Math.max(peak, await residentMegabytes(worker.pid));
        await sleep(checkEveryMs);
      }
    };
    const [{ id, seconds }] = await Promise.all([timeExport(person).finally(() => over.abort()), watch()]);
    const calls = (await listProviderCalls(sandbox, 'google')).length - callsBefore;
    const floor = (calls * callMs) / 1000;

    const { lost, doubled } = await compareExport(sandbox, id, expected);
    if (lost > 0 || doubled > 0) throw new Error(`The sheet has lost ${lost} rows and doubled ${doubled}`);
    return [
      { name: 'export.total', value: seconds, unit: 's' },
      { name: 'export.calls', value: calls, unit: 'calls' },
      { name: 'export.floor', value: floor, unit: 's' },
      { name: 'export.ratio', value: seconds / floor, unit: 'x', target: { atMost: 1.3 } },
      { name: 'export.memoryAboveIdle', value: peak - idle, unit: 'MB' },
    ];
  });
