import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '#testing/database/withClient.ts';
import { workspaceOf } from '#testing/database/workspaceOf.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import { importLimits } from '#shared/limits.ts';
import { orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import {
  awaitExport,
  beginExport,
  compareExport,
  compareSpreadsheet,
  deleteSpreadsheet,
  importRows,
} from '#lab/faults/exports.ts';
import { residentMegabytes } from '#lab/faults/measure.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { Counts } from '#lab/faults/compare.ts';
import { startSandbox } from '#testing/sandbox/startSandbox.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { prepareSheetExport } from './bare/sheetExport.ts';
import { withCleanup } from './cleanup.ts';
import { compare, comparedMetrics } from './compare.ts';
import { connect } from './connect.ts';
import { idleMegabytes } from './measure.ts';
import { startShipped } from './startShipped.ts';
import type { Shipped } from './startShipped.ts';

const callMs = 300;
const quickRows = 3_000;
const ownerRows = 100;
/** Few rounds, because an export takes many seconds. */
const rounds = 3;
const checkEveryMs = 50;
const columns = Object.fromEntries(customLeadKeys.map((key) => [key, `coalesce(record ->> '${key}', '')`]));

/** Runs ANALYZE while only a small owner has rows. This is the planner's worst case once a person imports many rows. */
const countSmallOwner = async (api: Shipped, databaseUrl: string): Promise<void> => {
  await importRows(await registerPerson(api, 'google'), ownerRows);
  await withClient(databaseUrl, (client) => client.query('analyze'));
};

/** Exports all imported leads of a person. The time counts from the request until the export is complete. */
export const timeExport = async (person: Person): Promise<{ id: string; seconds: number }> => {
  const start = performance.now();
  const id = await beginExport(person);
  await awaitExport(person, id, 'complete', undefined, checkEveryMs);
  return { id, seconds: (performance.now() - start) / 1000 };
};

/**
 * Time for an export of 100,000 rows and 22 columns while each Google call takes 300 ms. The reference reads the same rows
 * with one statement and writes them with as few calls as possible, two at once. Target: at most twice the reference.
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
    const client = await connect(cleanup, postgres.url);
    const idle = await idleMegabytes(worker.pid, { isQuick });
    await orderFaults(sandbox, { provider: 'google', kind: 'slow', delayMs: callMs, count: 100_000 });

    /** Uses a new person each time, because Google allows each person 60 writes a minute. */
    const withPerson = async <T>(act: (person: Person, expected: readonly string[]) => Promise<T>): Promise<T> => {
      const person = await registerPerson(api, 'google');
      return act(person, await importRows(person, isQuick ? quickRows : importLimits.rows));
    };
    const requireExact = ({ lost, doubled }: Counts): void => {
      if (lost > 0 || doubled > 0) throw new Error(`The sheet has lost ${lost} rows and doubled ${doubled}`);
    };
    const peaks: number[] = [];
    const compared = await compare({
      isQuick,
      rounds,
      subject: () =>
        withPerson(async (person, expected) => {
          const over = new AbortController();
          let peak = idle;
          const watch = async (): Promise<void> => {
            while (!over.signal.aborted) {
              peak = Math.max(peak, await residentMegabytes(worker.pid));
              await sleep(checkEveryMs);
            }
          };
          const [{ id, seconds }] = await Promise.all([timeExport(person).finally(() => over.abort()), watch()]);
          peaks.push(peak);
          const { spreadsheets, ...counts } = await compareExport(sandbox, id, expected);
          requireExact(counts);
          for (const spreadsheet of spreadsheets) await deleteSpreadsheet(sandbox, spreadsheet.id);
          return { seconds };
        }),
      reference: () =>
        withPerson(async ({ userId }, expected) => {
          const bare = await prepareSheetExport({
            sheetsUrl: sandbox.url,
            databaseUrl: postgres.url,
            workspaceId: await workspaceOf(client, userId),
            columns,
          });
          const start = performance.now();
          const id = await bare.run();
          const seconds = (performance.now() - start) / 1000;
          await bare.end();
          requireExact(await compareSpreadsheet(sandbox, id, expected));
          await deleteSpreadsheet(sandbox, id);
          return { seconds };
        }),
    });
    return [
      ...comparedMetrics(compared.of('seconds'), ['export.total', 'export.bare', 'export.ratio'], 's', { atMost: 2 }),
      // Measured on the first export, because later ones start with the memory that it left behind.
      { name: 'export.memoryAboveIdle', value: (peaks[0] ?? idle) - idle, unit: 'MB', target: { atMost: 64 } },
    ];
  });
