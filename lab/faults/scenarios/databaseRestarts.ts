import { setTimeout as sleep } from 'node:timers/promises';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { buildRows, listAllCustomLeads } from '#lab/faults/customLeads.ts';
import { compare } from '#lab/faults/compare.ts';
import { isRefusal, keepSaving, startLoad, timeUntilOk } from '#lab/faults/load.ts';
import type { Answer } from '#lab/faults/load.ts';
import { worst } from '#lab/faults/measure.ts';
import { atMost, holds, none } from '#lab/faults/metrics.ts';
import { hasPgbouncer } from '#testing/database/startPgbouncer.ts';
import { registerPerson } from '#testing/people.ts';
import type { Outcome, ScenarioContext, ScenarioRun } from '#lab/faults/Scenario.ts';
import { startPooled } from '#lab/faults/startPooled.ts';
import { startProduct } from '#testing/startProduct.ts';
import { startProxy } from '#lab/faults/startProxy.ts';

const requestsPerSecond = 50;
const calmMs = 1_500;

/** The server that the product connects to. */
type Harmed = {
  url: string;
  restart: (signal: 'SIGINT' | 'SIGKILL') => Promise<void>;
  /** Additional environment variables of the product. */
  env?: Record<string, string>;
};

/** The faults: the server restarts, crashes, and stops answering under load. */
const harmDatabase = async (
  context: ScenarioContext,
  { url: address, restart, env = {} }: Harmed,
): Promise<Outcome> => {
  const proxy = await startProxy(context, address);
  const product = await startProduct({ folder: context.folder, databaseUrl: proxy.url, roles: 'api,worker', env });
  const person = await registerPerson(product);
  const url = `${product.apiUrl}${apiBase}${listCustomLeads.path}`;
  const saving = keepSaving(person, buildRows(100_000));

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
    restarts.push((await hurt(() => restart('SIGINT'))).answers);
    crashes.push(await hurt(() => restart('SIGKILL')));
  }
  const silent = await hurt(async () => {
    proxy.silence();
    // Longer than the limit of any request.
    await sleep(12_000);
    proxy.heal();
  });
  await saving.stop();

  const found = (await listAllCustomLeads(person)).map(({ id }) => id);
  const hurtByEnds = [...restarts.flat(), ...crashes.flatMap(({ answers }) => answers)];
  const all = [...hurtByEnds, ...silent.answers];
  const wrong = all.filter((answer) => answer.status !== 200 && !isRefusal(answer));
  context.log(`answers ${all.length}, other than 200 and 503: ${JSON.stringify(wrong.slice(0, 5))}`);
  const refusedWindow = (answers: Answer[]): number => {
    const refused = answers.filter(isRefusal).map(({ at }) => at);
    return refused.length === 0 ? 0 : Math.max(...refused) - Math.min(...refused);
  };
  return {
    ...compare(saving.acknowledged, found),
    metrics: [
      holds('process survives', product.isRunning()),
      { name: 'acknowledged leads', value: saving.acknowledged.length, unit: 'leads' },
      none('saves without a response', saving.saves.filter(({ status }) => status === 0).length, 'requests'),
      { name: 'requests', value: all.length, unit: 'requests' },
      none('answers other than 200 and 503 with Retry-After', wrong.length, 'requests'),
      atMost('window of 503 at a restart', worst(restarts.map(refusedWindow)), 2_000, 'ms'),
      atMost('recovery after a crash', worst(crashes.map(({ recoveryMs }) => recoveryMs)), 5_000, 'ms'),
      atMost('longest request, restarts and crashes', worst(hurtByEnds.map(({ ms }) => ms)), 10_000, 'ms'),
      atMost('longest request, silence', worst(silent.answers.map(({ ms }) => ms)), 10_000, 'ms'),
      atMost('recovery after silence', silent.recoveryMs, 10_000, 'ms'),
    ],
  };
};

/** PostgreSQL restarts, crashes, and stops answering under load. */
export const databaseRestarts: ScenarioRun = async (context) => harmDatabase(context, await context.startPostgres());

/** The same with PgBouncer, while PostgreSQL and the direct listening connection keep running. */
export const poolerRestarts: ScenarioRun = async (context) => {
  if (!(await hasPgbouncer())) return { skipped: 'missing packages: pgbouncer', metrics: [] };
  const { pgbouncer, variables } = await startPooled(context, { poolSize: 15 });
  const { DATABASE_URL: url, ...env } = variables;
  return harmDatabase(context, { url, restart: (signal) => pgbouncer.restart(signal), env });
};
