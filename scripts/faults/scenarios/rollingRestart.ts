import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { idempotencyKeyHeader } from '#server/api/answerOnce.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { openClient, ownAddress } from '#testing/openClient.ts';
import type { Client } from '#testing/openClient.ts';
import { listAllCustomLeads } from '../customLeads.ts';
import { awaitExport, beginExport, compareSheet, importRows, listSpreadsheets, readCells } from '../exports.ts';
import { compare, openJournal } from '../journal.ts';
import type { Journal } from '../journal.ts';
import { worst } from '../measure.ts';
import { readAllNotifications, openBrowser } from '../openBrowser.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { Metric, Scenario, ScenarioContext } from '../Scenario.ts';
import { startScaled } from '../startScaled.ts';
import type { Instance, Scaled } from '../startScaled.ts';

/** Fewer in a short run, because `npm run test:full` runs other work at the same time. */
const clientCounts = { full: 12, short: 4 };
const replacedInShort: { readonly [signal in NodeJS.Signals]?: readonly string[] } = {
  SIGTERM: ['web-1', 'api-1'],
  SIGKILL: ['api-2'],
};
const exportedRows = 50;
const exportEveryMs = 1_000;
const browserCount = 4;
const retryMs = 200;
const maxAttempts = 100;

type Kind = 'page' | 'read' | 'write';
/** The mix of ten requests. */
const mix: readonly Kind[] = ['page', 'read', 'write', 'page', 'read', 'page', 'read', 'write', 'page', 'read'];
/** nginx caches the first page for a minute and never caches the second. */
const pages = ['/', '/overview'];

type Failure = { kind: Kind; status: number };
type Load = { count: number; failures: Failure[]; slowestMs: number };
type LoadOptions = {
  url: string;
  person: Person;
  journal: Journal;
  clientCount: number;
  /** Sends at least this many requests. */
  atLeast: number;
  /** Continues until this promise settles. */
  during: Promise<unknown>;
  /** Repeats failed requests with the same key until they succeed. */
  repeats: boolean;
};

let written = 0;

/** Reads pages, lists leads and stores leads on kept-alive connections, one request at a time on each. */
const drive = async ({ url, person, journal, clientCount, atLeast, during, repeats }: LoadOptions): Promise<Load> => {
  const load: Load = { count: 0, failures: [], slowestMs: 0 };
  const over = new AbortController();
  const ending = during.finally(() => over.abort());
  const authorization = { authorization: `Bearer ${person.token}` };
  const askOnce = async (kind: Kind, send: () => ReturnType<Client['ask']>): Promise<boolean> => {
    const { status, ms } = await send();
    load.slowestMs = Math.max(load.slowestMs, ms);
    if (status === 200) return true;
    load.failures.push({ kind, status });
    return false;
  };
  const write = async (client: Client): Promise<void> => {
    written += 1;
    const name = `Load ${written}`;
    const body = JSON.stringify({ leads: [{ Name: name }] });
    const headers = { ...authorization, [idempotencyKeyHeader]: name };
    const send = () => client.ask('POST', `${apiBase}${saveCustomLeads.path}`, { headers, body });
    for (let attempts = 1; !(await askOnce('write', send)); attempts += 1) {
      if (!repeats || attempts === maxAttempts) return;
      await sleep(retryMs);
    }
    journal.record(name);
  };
  const runClient = async (number: number): Promise<void> => {
    const client = openClient(url, number);
    while (!over.signal.aborted || load.count < atLeast) {
      const kind = mix[load.count % mix.length] ?? 'page';
      load.count += 1;
      const page = pages[load.count % pages.length] ?? '/';
      const read = `${apiBase}${listCustomLeads.path}?limit=1`;
      if (kind === 'write') await write(client);
      else if (kind === 'page') await askOnce(kind, () => client.ask('GET', page));
      else await askOnce(kind, () => client.ask('GET', read, { headers: authorization }));
    }
    client.close();
  };
  await Promise.all([ending, ...Array.from({ length: clientCount }, (_, number) => runClient(number))]);
  return load;
};

/** A person who keeps exporting, with several browsers that receive the notifications. */
const startExporting = async (context: ScenarioContext, { url, sandbox }: Scaled) => {
  const person = await registerPerson({ apiUrl: url }, 'google');
  const rows = await importRows(person, exportedRows);
  const browsers = Array.from({ length: browserCount }, (_, number) =>
    openBrowser(context, {
      url: url.replace('localhost', '127.0.0.1'),
      person,
      pollsFirst: true,
      agent: new Agent({ keepAlive: true, localAddress: ownAddress(clientCounts.full + number) }),
    }),
  );
  const begun: string[] = [];
  const over = new AbortController();
  const exporting = (async () => {
    while (!over.signal.aborted) {
      // Refused or cut: nothing was acknowledged.
      const id = await beginExport(person).catch((error: unknown) => {
        context.log(`export: ${String(error)}`);
        return null;
      });
      if (id !== null) {
        begun.push(id);
        await awaitExport(person, id, 'complete');
      }
      await sleep(exportEveryMs);
    }
  })();
  // The caller that awaits the end reports it.
  exporting.catch(() => {});
  return {
    begun,
    /** Waits for the last export, and compares the results with the acknowledgments. */
    finish: async () => {
      over.abort();
      await exporting;
      let [lost, doubled] = [0, 0];
      for (const id of begun) {
        const made = await listSpreadsheets(sandbox, id);
        doubled += Math.max(0, made.length - 1);
        const [sheet] = made;
        const comparison = sheet ? compareSheet(await readCells(sandbox, sheet.id), rows) : null;
        lost += comparison === null || comparison.lost > 0 ? 1 : 0;
        doubled += comparison !== null && comparison.doubled > 0 ? 1 : 0;
      }
      const stored = await readAllNotifications(person);
      const ids = stored.map(({ id }) => String(id));
      for (const browser of browsers) {
        await waitUntil(() => browser.announced.length >= ids.length, {
          timeoutMs: 20_000,
          what: 'the last notification',
        }).catch((error: unknown) => context.log(String(error)));
        const comparison = compare(ids, browser.announced);
        lost += comparison.lost.length;
        doubled += comparison.doubled.length;
        browser.socket.disconnect();
      }
      for (const id of begun) {
        const notified = stored.filter(({ payload }) => payload['exportId'] === id).length;
        lost += notified === 0 ? 1 : 0;
        doubled += Math.max(0, notified - 1);
      }
      return { lost, doubled, foreign: browsers.flatMap(({ foreign }) => foreign).length };
    },
  };
};

const countOf = (failures: readonly Failure[], isCounted: (failure: Failure) => boolean): number =>
  failures.filter(isCounted).length;

const describe = (failures: readonly Failure[]): string => {
  const counts = new Map<string, number>();
  for (const { kind, status } of failures) counts.set(`${kind} ${status}`, (counts.get(`${kind} ${status}`) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name}: ${count}`).join(', ') || 'none';
};

/** Replaces every instance of the profile `scale` under load, one at a time: first with SIGTERM, then with SIGKILL. */
export const rollingRestart: Scenario = {
  name: 'rolling-restart',
  covers: ['R11', 'R12'],
  runs: { full: 1, short: 1 },
  run: async (context) => {
    const scaled = await startScaled(context);
    const { url } = scaled;
    const exporter = await startExporting(context, scaled);
    const writer = await registerPerson({ apiUrl: url });
    const journal = openJournal(context.folder, 'leads');
    const clientCount = context.isShort ? clientCounts.short : clientCounts.full;
    const requests = context.isShort ? 200 : 20_000;

    const isReplaced = ({ name }: Instance, signal: NodeJS.Signals): boolean =>
      !context.isShort || replacedInShort[signal]?.includes(name) === true;
    const replaceAll = async (signal: NodeJS.Signals): Promise<{ seconds: number[]; badExits: number }> => {
      const seconds: number[] = [];
      let badExits = 0;
      for (const instance of scaled.instances.filter((each) => isReplaced(each, signal))) {
        const startedAt = performance.now();
        const { code } = await scaled.replace(instance, signal);
        seconds.push((performance.now() - startedAt) / 1000);
        if (code !== 0) badExits += 1;
        context.log(`${signal} ${instance.name}: replaced in ${seconds.at(-1)?.toFixed(1)} s`);
      }
      return { seconds, badExits };
    };
    const hurt = async (signal: NodeJS.Signals, atLeast: number) => {
      const replacing = replaceAll(signal);
      const repeats = signal === 'SIGKILL';
      const load = await drive({ url, person: writer, journal, clientCount, atLeast, during: replacing, repeats });
      context.log(
        `${signal}: ${load.count} requests, slowest ${Math.round(load.slowestMs)} ms, failed ${describe(load.failures)}`,
      );
      return { ...load, ...(await replacing) };
    };
    const replaced = await hurt('SIGTERM', requests);
    const killed = await hurt('SIGKILL', 0);

    const exported = await exporter.finish();
    const stored = (await listAllCustomLeads(writer)).map(({ Name }) => Name);
    const leads = compare(journal.ids(), stored);
    const metrics: Metric[] = [
      { name: 'requests while instances were replaced', value: replaced.count, unit: 'requests', atLeast: requests },
      { name: 'failed of them', value: replaced.failures.length, unit: 'requests', atMost: 0 },
      { name: 'exits other than 0', value: replaced.badExits, unit: 'exits', atMost: 0 },
      { name: 'slowest of them', value: replaced.slowestMs, unit: 'ms' },
      { name: 'longest replacement', value: worst(replaced.seconds, (each) => each), unit: 's' },
      { name: 'requests while instances were killed', value: killed.count, unit: 'requests' },
      {
        name: 'reads failed of them',
        value: countOf(killed.failures, ({ kind }) => kind !== 'write'),
        unit: 'requests',
        atMost: 0,
      },
      {
        name: 'repeated writes',
        value: countOf(killed.failures, ({ kind }) => kind === 'write'),
        unit: 'requests',
      },
      { name: 'exports meanwhile', value: exporter.begun.length, unit: 'exports', atLeast: 1 },
      { name: 'events of other people', value: exported.foreign, unit: 'events', atMost: 0 },
      { name: 'leads that were never acknowledged', value: leads.foreign.length, unit: 'leads', atMost: 0 },
    ];
    return { lost: leads.lost.length + exported.lost, doubled: leads.doubled.length + exported.doubled, metrics };
  },
};
