import { setTimeout as sleep } from 'node:timers/promises';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { buildRows, listAllCustomLeads } from '../customLeads.ts';
import { compare, openJournal } from '../journal.ts';
import { startLoad, timeUntilOk } from '../load.ts';
import type { Answer } from '../load.ts';
import { worst } from '../measure.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { Scenario } from '../Scenario.ts';
import { createSite, startProduct } from '#testing/startProduct.ts';
import { startTcpProxy } from '../tcpProxy.ts';

const requestsPerSecond = 50;
const calmMs = 1_500;

const isRefusal = ({ status, retryAfter }: Answer): boolean => status === 503 && retryAfter !== null;

/** Saves leads, one after another, until `signal` aborts. Records only acknowledged ones. */
const saveLeads = async (
  person: Person,
  rows: readonly Record<string, string>[],
  record: (id: string) => void,
  signal: AbortSignal,
) => {
  for (const row of rows) {
    if (signal.aborted) return;
    const { status } = await person.request(saveCustomLeads, { body: { leads: [row] } });
    if (status === 200) record(row['id'] ?? '');
    await sleep(5);
  }
};

/** PostgreSQL restarts, crashes, and stops answering under load. */
export const databaseRestarts: Scenario = {
  name: 'database-restarts',
  covers: ['R10'],
  runs: { full: 5, short: 1 },
  run: async (context) => {
    const postgres = await context.startPostgres();
    const server = new URL(postgres.url);
    const proxy = await startTcpProxy({ host: server.hostname, port: Number(server.port) });
    context.onEnd(() => proxy.close());
    server.port = String(proxy.port);
    const site = await createSite({ folder: context.folder, databaseUrl: server.href, roles: 'api,worker' });
    const product = await startProduct(site);
    const person = await registerPerson(site);
    const url = `${site.apiUrl}${apiBase}${listCustomLeads.path}`;
    const journal = openJournal(context.folder, 'leads');
    const enough = new AbortController();
    const saving = saveLeads(person, buildRows(100_000), (id) => journal.record(id), enough.signal);

    /** Injects a fault into the database under load. @returns the responses and the product's recovery time */
    const hurt = async (harm: () => Promise<void>): Promise<{ answers: Answer[]; recoveryMs: number }> => {
      const load = startLoad(url, person.token, requestsPerSecond);
      await sleep(calmMs);
      await harm();
      const recoveryMs = await timeUntilOk(url, person.token);
      await sleep(calmMs);
      return { answers: await load.stop(), recoveryMs };
    };
    const restarts: Answer[][] = [];
    const crashes: { answers: Answer[]; recoveryMs: number }[] = [];
    for (let number = 0; number < context.runs; number += 1) {
      restarts.push((await hurt(() => postgres.restart('SIGINT'))).answers);
      crashes.push(await hurt(() => postgres.restart('SIGKILL')));
    }
    const silent = await hurt(async () => {
      proxy.silence();
      // Longer than the limit of any request.
      await sleep(12_000);
      proxy.heal();
    });
    enough.abort();
    await saving;

    const found = (await listAllCustomLeads(person)).map(({ id }) => id);
    const { lost, doubled } = compare(journal.ids(), found);
    const all = [...restarts.flat(), ...crashes.flatMap(({ answers }) => answers), ...silent.answers];
    const wrong = all.filter((answer) => answer.status !== 200 && !isRefusal(answer));
    context.log(`answers ${all.length}, other than 200 and 503: ${JSON.stringify(wrong.slice(0, 5))}`);
    const isAlive = product.process.exitCode === null && product.process.signalCode === null;
    const refusedWindow = (answers: Answer[]): number => {
      const refused = answers.filter(isRefusal).map(({ at }) => at);
      return refused.length === 0 ? 0 : Math.max(...refused) - Math.min(...refused);
    };
    return {
      lost: lost.length,
      doubled: doubled.length,
      metrics: [
        { name: 'process survives', value: isAlive ? 1 : 0, unit: '', atLeast: 1 },
        { name: 'acknowledged leads', value: journal.ids().length, unit: 'leads' },
        { name: 'requests', value: all.length, unit: 'requests' },
        { name: 'answers other than 200 and 503 with Retry-After', value: wrong.length, unit: 'requests', atMost: 0 },
        { name: 'window of 503 at a restart', value: worst(restarts, refusedWindow), unit: 'ms', atMost: 2_000 },
        {
          name: 'recovery after a crash',
          value: worst(crashes, ({ recoveryMs }) => recoveryMs),
          unit: 'ms',
          atMost: 5_000,
        },
        {
          name: 'longest request, restarts and crashes',
          value: worst([...restarts.flat(), ...crashes.flatMap(({ answers }) => answers)], ({ ms }) => ms),
          unit: 'ms',
          atMost: 10_000,
        },
        { name: 'longest request, silence', value: worst(silent.answers, ({ ms }) => ms), unit: 'ms', atMost: 10_000 },
        { name: 'recovery after silence', value: silent.recoveryMs, unit: 'ms', atMost: 10_000 },
      ],
    };
  },
};
