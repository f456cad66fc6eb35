import { setTimeout as sleep } from 'node:timers/promises';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { buildRows, readStoredLeadIds } from '#lab/faults/customLeads.ts';
import { serverPid, timeUntilServerGone } from '#lab/faults/embeddedServer.ts';
import { compare } from '#lab/faults/compare.ts';
import { isRefusal, keepSaving, startLoad, timeUntilOk } from '#lab/faults/load.ts';
import type { Answer } from '#lab/faults/load.ts';
import { worst } from '#lab/faults/measure.ts';
import { atLeast, atMost, holds, none } from '#lab/faults/metrics.ts';
import { registerPerson } from '#testing/people.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { createSite, now, startProduct } from '#testing/startProduct.ts';

/** Each gets a quarter of the kills. PostgreSQL alone comes last, so that one Leadlight process survives many of its kills. */
const victims = ['Leadlight', 'PostgreSQL, then Leadlight', 'Leadlight, then PostgreSQL', 'PostgreSQL'] as const;
type Victims = (typeof victims)[number];

/** After every n-th kill of Leadlight, the next start waits until the PostgreSQL server has ended. */
const leftAloneEvery = 4;
const goneWithinMs = 10_000;
const stopWithinMs = 20_000;
const longestPauseMs = 400;
const readsPerSecond = 50;
const calmMs = 300;

/** Kills Leadlight, its embedded PostgreSQL, or both, while leads are saved. */
export const embeddedKills: ScenarioRun = async (context) => {
  const site = await createSite({ folder: context.folder });
  let product = await startProduct(site);
  const person = await registerPerson(site);
  const url = `${site.apiUrl}${apiBase}${listCustomLeads.path}`;
  const saving = keepSaving(person, buildRows(100_000), { repeats: true });
  const { acknowledged } = saving;
  context.onEnd(() => saving.stop());

  const readyMs: number[] = [];
  const backMs: number[] = [];
  const goneMs: number[] = [];
  const answers: Answer[] = [];
  let restarts = 0;
  let survivals = 0;

  const killServer = async (): Promise<void> => {
    const load = startLoad(url, person.token, readsPerSecond);
    const savedBefore = acknowledged.length;
    const killedAt = now();
    process.kill(serverPid(site), 'SIGKILL');
    // Processes of the killed server can still send the first response.
    await sleep(calmMs);
    await timeUntilOk(url, person.token);
    await sleep(calmMs);
    const all = await load.stop();
    const failed = all.filter(({ status }) => status !== 200);
    const refusedUntil = worst(failed.map(({ at, ms }) => at + ms - killedAt));
    backMs.push(acknowledged.length > savedBefore ? refusedUntil : Number.POSITIVE_INFINITY);
    answers.push(...all);
    if (product.isRunning()) survivals += 1;
  };
  const killLeadlight = async (kill: () => void): Promise<void> => {
    const { ended } = product;
    kill();
    await ended;
    if (restarts % leftAloneEvery === 0) goneMs.push(await timeUntilServerGone(site, goneWithinMs));
    restarts += 1;
    const startedAt = now();
    product = await startProduct(site);
    readyMs.push(now() - startedAt);
  };
  const kill = (pid: number) => process.kill(pid, 'SIGKILL');
  const kills: Record<Victims, () => Promise<void>> = {
    Leadlight: () => killLeadlight(() => kill(product.pid)),
    PostgreSQL: killServer,
    'PostgreSQL, then Leadlight': () => killLeadlight(() => [serverPid(site), product.pid].forEach(kill)),
    'Leadlight, then PostgreSQL': () => killLeadlight(() => [product.pid, serverPid(site)].forEach(kill)),
  };
  for (let number = 0; number < context.runs; number += 1) {
    const name = victims[Math.floor((number * victims.length) / context.runs)] ?? 'Leadlight';
    await sleep(Math.random() * longestPauseMs);
    await kills[name]();
    context.log(
      `${name}: ready after ${Math.round(readyMs.at(-1) ?? 0)} ms, back after ${Math.round(backMs.at(-1) ?? 0)} ms, ${acknowledged.length} leads`,
    );
  }
  await saving.stop();
  const stopped = await Promise.race([product.end('SIGTERM'), sleep(stopWithinMs, null)]);
  if (stopped === null) await product.end('SIGKILL');
  goneMs.push(await timeUntilServerGone(site, stopped === null ? goneWithinMs : 0));

  const wrong = answers.filter((answer) => answer.status !== 200 && !isRefusal(answer));
  context.log(`answers ${answers.length}, other than 200 and 503: ${JSON.stringify(wrong.slice(0, 5))}`);
  context.log(`the server was gone after ${goneMs.map((ms) => Math.round(ms)).join(', ')} ms`);
  return {
    ...compare(acknowledged, await readStoredLeadIds(site, person)),
    metrics: [
      { name: 'kills', value: context.runs, unit: '' },
      atLeast('acknowledged leads', acknowledged.length, context.runs, 'leads'),
      atMost('ready after a kill', worst(readyMs), 3_000, 'ms'),
      atMost('calls work after a kill of the server', worst(backMs), 3_000, 'ms'),
      none('Leadlight ended with its server', backMs.length - survivals, 'times'),
      holds('stops in order at the end', stopped?.code === 0),
      none('answers other than 200 and 503 with Retry-After', wrong.length, 'requests'),
      { name: 'server gone after', value: worst(goneMs.filter(Number.isFinite)), unit: 'ms' },
      none('servers left behind', goneMs.filter((ms) => !Number.isFinite(ms)).length),
    ],
  };
};
