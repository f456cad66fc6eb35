import { setTimeout as sleep } from 'node:timers/promises';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { buildRows, readStoredLeadIds } from '../customLeads.ts';
import { serverPid, timeUntilServerGone } from '../embeddedServer.ts';
import { compare, openJournal } from '../journal.ts';
import { startLoad, timeUntilOk } from '../load.ts';
import type { Answer } from '../load.ts';
import { worst } from '../measure.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { Scenario } from '../Scenario.ts';
import { createSite, now, startProduct } from '#testing/startProduct.ts';
import type { Product } from '#testing/startProduct.ts';

/** A quarter of the kills each. Kills of PostgreSQL alone come last, so that one Leadlight survives many of them. */
const victims = ['Leadlight', 'PostgreSQL, then Leadlight', 'Leadlight, then PostgreSQL', 'PostgreSQL'] as const;
type Victims = (typeof victims)[number];

/** After every n-th kill of Leadlight, the next start waits until the PostgreSQL server has ended. */
const leftAloneEvery = 4;
const goneWithinMs = 10_000;
const stopWithinMs = 20_000;
const longestPauseMs = 400;
const readsPerSecond = 50;
const calmMs = 300;
const pauseBetweenSavesMs = 5;

const isRefusal = ({ status, retryAfter }: Answer): boolean => status === 503 && retryAfter !== null;

/** Saves leads one after another and repeats each until it is acknowledged. */
const keepSaving = (person: Person, rows: readonly Record<string, string>[], acknowledge: (id: string) => void) => {
  const over = new AbortController();
  const save = async (row: Record<string, string>): Promise<void> => {
    while (!over.signal.aborted) {
      const saved = await person.request(saveCustomLeads, { body: { leads: [row] } }).catch(() => null);
      if (saved?.status === 200) return acknowledge(row['id'] ?? '');
      await sleep(pauseBetweenSavesMs);
    }
  };
  const done = (async () => {
    for (const row of rows) {
      if (over.signal.aborted) return;
      await save(row);
      await sleep(pauseBetweenSavesMs);
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await done;
    },
  };
};

/** Kills Leadlight, its embedded PostgreSQL, or both, while leads are saved. */
export const embeddedKills: Scenario = {
  name: 'embedded-kills',
  covers: ['R1', 'R10', 'R25'],
  runs: { full: 100, short: 6 },
  run: async (context) => {
    const site = await createSite({ folder: context.folder });
    let product = await startProduct(site);
    const person = await registerPerson(site);
    const url = `${site.apiUrl}${apiBase}${listCustomLeads.path}`;
    const journal = openJournal(context.folder, 'leads');
    const saving = keepSaving(person, buildRows(100_000), (id) => journal.record(id));
    context.onEnd(() => saving.stop());

    const readyMs: number[] = [];
    const backMs: number[] = [];
    const goneMs: number[] = [];
    const answers: Answer[] = [];
    let restarts = 0;
    let survivals = 0;

    const killServer = async (): Promise<void> => {
      const load = startLoad(url, person.token, readsPerSecond);
      const savedBefore = journal.ids().length;
      const killedAt = now();
      process.kill(serverPid(site), 'SIGKILL');
      // The first response can still come from the processes of the killed server.
      await sleep(calmMs);
      await timeUntilOk(url, person.token);
      await sleep(calmMs);
      const all = await load.stop();
      const refusedUntil = worst(
        all.filter(({ status }) => status !== 200),
        ({ at, ms }) => at + ms - killedAt,
      );
      const isSaving = journal.ids().length > savedBefore;
      backMs.push(isSaving ? refusedUntil : Number.POSITIVE_INFINITY);
      answers.push(...all);
      if (product.process.exitCode === null && product.process.signalCode === null) survivals += 1;
    };
    const killLeadlight = async (kill: (running: Product) => void): Promise<void> => {
      const ended = product.ended;
      kill(product);
      await ended;
      if (restarts % leftAloneEvery === 0) goneMs.push(await timeUntilServerGone(site, goneWithinMs));
      restarts += 1;
      const startedAt = now();
      product = await startProduct(site);
      readyMs.push(now() - startedAt);
    };
    const kills: Record<Victims, () => Promise<void>> = {
      Leadlight: () => killLeadlight(({ process: leadlight }) => leadlight.kill('SIGKILL')),
      PostgreSQL: killServer,
      'PostgreSQL, then Leadlight': () =>
        killLeadlight(({ process: leadlight }) => {
          process.kill(serverPid(site), 'SIGKILL');
          leadlight.kill('SIGKILL');
        }),
      'Leadlight, then PostgreSQL': () =>
        killLeadlight(({ process: leadlight }) => {
          leadlight.kill('SIGKILL');
          process.kill(serverPid(site), 'SIGKILL');
        }),
    };
    for (let number = 0; number < context.runs; number += 1) {
      const name = victims[Math.floor((number * victims.length) / context.runs)] ?? 'Leadlight';
      await sleep(Math.random() * longestPauseMs);
      await kills[name]();
      context.log(
        `${name}: ready after ${Math.round(readyMs.at(-1) ?? 0)} ms, back after ${Math.round(backMs.at(-1) ?? 0)} ms, ${journal.ids().length} leads`,
      );
    }
    await saving.stop();
    const stopped = await Promise.race([product.end('SIGTERM'), sleep(stopWithinMs, null)]);
    if (stopped === null) await product.end('SIGKILL');
    goneMs.push(await timeUntilServerGone(site, stopped === null ? goneWithinMs : 0));

    const { lost, doubled } = compare(journal.ids(), await readStoredLeadIds(site, person));
    const wrong = answers.filter((answer) => answer.status !== 200 && !isRefusal(answer));
    context.log(`answers ${answers.length}, other than 200 and 503: ${JSON.stringify(wrong.slice(0, 5))}`);
    context.log(`the server was gone after ${goneMs.map((ms) => Math.round(ms)).join(', ')} ms`);
    return {
      lost: lost.length,
      doubled: doubled.length,
      metrics: [
        { name: 'kills', value: context.runs, unit: '' },
        { name: 'acknowledged leads', value: journal.ids().length, unit: 'leads', atLeast: context.runs },
        { name: 'ready after a kill', value: worst(readyMs, (ms) => ms), unit: 'ms', atMost: 3_000 },
        { name: 'calls work after a kill of the server', value: worst(backMs, (ms) => ms), unit: 'ms', atMost: 3_000 },
        {
          name: 'Leadlight ended with its server',
          value: backMs.length - survivals,
          unit: 'times',
          atMost: 0,
        },
        { name: 'stops in order at the end', value: stopped?.code === 0 ? 1 : 0, unit: '', atLeast: 1 },
        { name: 'answers other than 200 and 503 with Retry-After', value: wrong.length, unit: 'requests', atMost: 0 },
        { name: 'server gone after', value: worst(goneMs.filter(Number.isFinite), (ms) => ms), unit: 'ms' },
        {
          name: 'servers left behind',
          value: goneMs.filter((ms) => !Number.isFinite(ms)).length,
          unit: '',
          atMost: 0,
        },
      ],
    };
  },
};
