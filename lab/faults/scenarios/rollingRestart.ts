import { setTimeout as sleep } from 'node:timers/promises';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { idempotencyKeyHeader } from '#server/api/answerOnce.ts';
import { openClient } from '#testing/openClient.ts';
import type { Client } from '#testing/openClient.ts';
import { listAllCustomLeads } from '#lab/faults/customLeads.ts';
import { addUp, compare } from '#lab/faults/compare.ts';
import { checkExports } from '#lab/faults/checkExports.ts';
import { awaitExport, beginExport, importRows } from '#lab/faults/exports.ts';
import { countBy, worst } from '#lab/faults/measure.ts';
import { atLeast, none } from '#lab/faults/metrics.ts';
import { openBrowser } from '#lab/faults/openBrowser.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { ScenarioContext, ScenarioRun } from '#lab/faults/Scenario.ts';
import { startScaled } from '#lab/faults/startScaled.ts';
import type { Instance, Scaled } from '#lab/faults/startScaled.ts';

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
  /** Receives the names of acknowledged leads. */
  acknowledged: string[];
  clientCount: number;
  /** Sends at least this many requests. */
  minRequests: number;
  /** Continues until this promise settles. */
  during: Promise<unknown>;
  /** Repeats failed requests with the same key until they succeed. */
  repeats: boolean;
};

let written = 0;

/** Reads pages, lists leads and stores leads on kept-alive connections, one request at a time on each. */
const drive = async ({
  url,
  person,
  acknowledged,
  clientCount,
  minRequests,
  during,
  repeats,
}: LoadOptions): Promise<Load> => {
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
    acknowledged.push(name);
  };
  const runClient = async (number: number): Promise<void> => {
    const client = openClient(url, number);
    while (!over.signal.aborted || load.count < minRequests) {
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

/** A person who keeps exporting, with several browsers that receive notifications. */
const startExporting = async (context: ScenarioContext, { url, sandbox }: Scaled) => {
  const person = await registerPerson({ apiUrl: url }, 'google');
  const rows = await importRows(person, exportedRows);
  const browsers = Array.from({ length: browserCount }, (_, number) =>
    openBrowser(context, { url, person, pollsFirst: true, address: clientCounts.full + number }),
  );
  const begun: string[] = [];
  const over = new AbortController();
  const exporting = (async () => {
    while (!over.signal.aborted) {
      // A refused or cut request is not acknowledged.
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
  // The caller that awaits the end reports the error.
  exporting.catch(() => {});
  return {
    begun,
    /** Waits for the last export, and compares the results with the acknowledgments. */
    finish: async () => {
      over.abort();
      await exporting;
      return checkExports(context, sandbox, { person, rows, exports: begun }, browsers);
    },
  };
};

/** Replaces every instance of the profile `scale` under load, one at a time: first with SIGTERM, then with SIGKILL. */
export const rollingRestart: ScenarioRun = async (context) => {
  const scaled = await startScaled(context);
  const { url } = scaled;
  const exporter = await startExporting(context, scaled);
  const writer = await registerPerson({ apiUrl: url });
  const acknowledged: string[] = [];
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
  const hurt = async (signal: NodeJS.Signals, minRequests: number) => {
    const replacing = replaceAll(signal);
    const repeats = signal === 'SIGKILL';
    const load = await drive({
      url,
      person: writer,
      acknowledged,
      clientCount,
      minRequests,
      during: replacing,
      repeats,
    });
    const failed = countBy(load.failures, ({ kind, status }) => `${kind} ${status}`);
    context.log(
      `${signal}: ${load.count} requests, slowest ${Math.round(load.slowestMs)} ms, failed ${failed || 'none'}`,
    );
    return { ...load, ...(await replacing) };
  };
  const replaced = await hurt('SIGTERM', requests);
  const killed = await hurt('SIGKILL', 0);

  const exported = await exporter.finish();
  const stored = (await listAllCustomLeads(writer)).map(({ Name }) => Name);
  const leads = compare(acknowledged, stored);
  const writes = killed.failures.filter(({ kind }) => kind === 'write');
  return {
    ...addUp([leads, exported]),
    metrics: [
      atLeast('requests while instances were replaced', replaced.count, requests, 'requests'),
      none('failed of them', replaced.failures.length, 'requests'),
      none('exits other than 0', replaced.badExits, 'exits'),
      { name: 'slowest of them', value: replaced.slowestMs, unit: 'ms' },
      { name: 'longest replacement', value: worst(replaced.seconds), unit: 's' },
      { name: 'requests while instances were killed', value: killed.count, unit: 'requests' },
      none('reads failed of them', killed.failures.length - writes.length, 'requests'),
      { name: 'repeated writes', value: writes.length, unit: 'requests' },
      atLeast('exports meanwhile', exporter.begun.length, 1, 'exports'),
      none('leads that were never acknowledged', leads.foreign, 'leads'),
    ],
  };
};
