import pLimit from 'p-limit';
import * as z from 'zod';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import { hasPgbouncer } from '#testing/database/startPgbouncer.ts';
import { withClient } from '#testing/database/withClient.ts';
import { createRequest } from '#testing/api/createRequest.ts';
import { registerPerson } from '#testing/people.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { checkExports } from '#lab/faults/checkExports.ts';
import { awaitExport, beginExport, importRows } from '#lab/faults/exports.ts';
import { atMost, none } from '#lab/faults/metrics.ts';
import { openBrowser } from '#lab/faults/openBrowser.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { startPooled } from '#lab/faults/startPooled.ts';
import { startScaled } from '#lab/faults/startScaled.ts';

const instances = { web: 1, api: 20, worker: 20 };
const poolSize = 15;
const mostConnections = 60;
const exportCount = 10;
const rowsEach = 50;
const calls = 2_000;
const callsAtOnce = 100;
const sampleEveryMs = 100;

const counted = z.tuple([z.object({ count: z.number() })]);

/** Samples the server's connections. @returns a function that ends this and returns the highest number */
const watchServer = (serverUrl: string): (() => Promise<number>) => {
  let isDone = false;
  let most = 0;
  const watching = withClient(serverUrl, (client) =>
    waitUntil(
      async () => {
        const { rows } = await client.query(
          `select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
        );
        most = Math.max(most, counted.parse(rows)[0].count);
        return isDone;
      },
      { timeoutMs: 600_000, everyMs: sampleEveryMs, what: 'the end of the watch' },
    ),
  );
  // Awaited at the end; this avoids unhandledRejection if the scenario fails first.
  watching.catch(() => {});
  return async () => {
    isDone = true;
    await watching;
    return most;
  };
};

/**
 * Forty processes share few connections to the server, through PgBouncer in transaction mode. Their events have to reach
 * the sockets of all other processes, and each export has to run once.
 */
export const pooledConnections: ScenarioRun = async (context) => {
  if (!(await hasPgbouncer())) return { skipped: 'missing packages: pgbouncer', metrics: [] };
  const { serverUrl, variables } = await startPooled(context, { poolSize });
  const endWatch = watchServer(serverUrl);
  const scaled = await startScaled(context, variables, instances);
  context.log('all processes are ready');

  const person = await registerPerson({ apiUrl: scaled.url }, 'google');
  const rows = await importRows(person, rowsEach);
  const urls = scaled.of('api').map(({ site }) => site.apiUrl);
  const browsers = urls.map((url) => openBrowser(context, { url, person }));
  await waitUntil(() => browsers.every(({ socket }) => socket.connected), { timeoutMs: 30_000, what: 'the sockets' });

  const requests = urls.map(createRequest);
  const limit = pLimit(callsAtOnce);
  const read = (number: number): Promise<number> =>
    limit(async () => {
      const request = requests[number % requests.length] ?? person.request;
      return (await request(listCustomLeads, { token: person.token })).status;
    });
  const reading = Promise.all(Array.from({ length: calls }, (_, number) => read(number)));
  const exports = await Promise.all(Array.from({ length: exportCount }, () => beginExport(person)));
  for (const id of exports) await awaitExport(person, id, 'complete');
  const statuses = await reading;
  const counts = await checkExports(context, scaled.sandbox, { person, rows, exports }, browsers);
  return {
    ...counts,
    metrics: [
      { name: 'processes with a database', value: instances.api + instances.worker, unit: 'processes' },
      atMost('connections to the server', await endWatch(), mostConnections, 'connections'),
      none('calls that failed', statuses.filter((status) => status !== 200).length, 'calls'),
    ],
  };
};
