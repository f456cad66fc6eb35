import pLimit from 'p-limit';
import { signMeta } from '#server/modules/leads/testing/deliveries.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { compare } from '#lab/faults/compare.ts';
import { askOnce } from '#lab/faults/load.ts';
import type { Answer } from '#lab/faults/load.ts';
import { percentile } from '#lab/faults/measure.ts';
import { atMost, none } from '#lab/faults/metrics.ts';
import { connectReader, countLeads, fillIn, listLeadIds, senders } from '#lab/faults/metaLeads.ts';
import type { Delivery } from '#lab/faults/metaLeads.ts';
import type { Person } from '#testing/people.ts';
import type { ScenarioContext, ScenarioRun } from '#lab/faults/Scenario.ts';
import { startProduct } from '#testing/startProduct.ts';
import type { Product } from '#testing/startProduct.ts';
import { startProxy } from '#lab/faults/startProxy.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

const times = 10;

const send = ({ apiUrl }: Product, { body }: Delivery): Promise<Answer> =>
  askOnce(`${apiUrl}/webhooks/meta`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signMeta(body) },
    body,
  });

const sendAll = (product: Product, deliveries: readonly Delivery[]): Promise<Answer[]> => {
  const limit = pLimit(senders);
  return Promise.all(deliveries.map((delivery) => limit(() => send(product, delivery))));
};

const shuffle = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);

const countFailed = (answers: readonly Answer[]): number => answers.filter(({ status }) => status !== 200).length;

const idsOf = (deliveries: readonly Delivery[]): string[] => deliveries.map(({ leadId }) => leadId);

const p99 = (answers: readonly Answer[]): number => {
  const durations = answers.map(({ ms }) => ms);
  return percentile(durations, 0.99);
};

/** Waits until all leads are fetched, then compares them with the acknowledged leads. */
const check = async (context: ScenarioContext, person: Person, acknowledged: readonly string[], before: number) => {
  await waitUntil(async () => (await countLeads(person)) >= before + new Set(acknowledged).size, {
    timeoutMs: hangMs,
    everyMs: 200,
    what: 'all the named leads',
  }).catch((error: unknown) => context.log(String(error)));
  return compare(acknowledged, await listLeadIds(person));
};

/** Delivers a thousand leads at once, each ten times, in random order. */
export const webhookBurst: ScenarioRun = async (context) => {
  const sandbox = await context.startSandbox();
  const product = await startProduct({ folder: context.folder, environment: sandbox.environment });
  const person = await connectReader(product);
  const before = await countLeads(person);
  const deliveries = await fillIn(sandbox, context.isShort ? 200 : 1_000);
  const burst = await sendAll(product, deliveries);
  const acknowledged = deliveries.filter((_delivery, index) => burst[index]?.status === 200);
  const repeated = shuffle(Array.from({ length: times - 1 }, () => deliveries).flat());
  const again = await sendAll(product, context.isShort ? repeated.slice(0, 600) : repeated);
  return {
    ...(await check(context, person, idsOf(acknowledged), before)),
    metrics: [
      { name: 'burst', value: burst.length, unit: 'deliveries' },
      atMost('burst, p99', p99(burst), 500, 'ms'),
      { name: 'repeated', value: again.length, unit: 'deliveries' },
      atMost('repeated, p99', p99(again), 500, 'ms'),
      none('not taken', countFailed(burst) + countFailed(again), 'deliveries'),
    ],
  };
};

/** Sends webhooks while the database is down. None may be acknowledged, and none may be lost once they are repeated. */
export const webhookDatabaseDown: ScenarioRun = async (context) => {
  const sandbox = await context.startSandbox();
  const postgres = await context.startPostgres();
  const proxy = await startProxy(context, postgres.url);
  const product = await startProduct({
    folder: context.folder,
    environment: sandbox.environment,
    databaseUrl: proxy.url,
    roles: 'api,worker',
  });
  const person = await connectReader(product);
  const before = await countLeads(person);
  const acknowledged: Delivery[] = [];
  const refused: Answer[] = [];
  for (let number = 0; number < context.runs; number += 1) {
    const deliveries = await fillIn(sandbox, 100);
    proxy.refuse();
    const first = await sendAll(product, deliveries);
    proxy.heal();
    refused.push(...first);
    acknowledged.push(...deliveries);
    // Repeats refused deliveries until they are accepted, as the platforms do.
    const open = deliveries.filter((_delivery, index) => first[index]?.status !== 200);
    let attempts = 0;
    while (open.length > 0 && countFailed(await sendAll(product, shuffle(open))) > 0)
      if (++attempts === 20) throw new Error(`${open.length} deliveries were never accepted`);
  }
  return {
    ...(await check(context, person, idsOf(acknowledged), before)),
    metrics: [
      { name: 'deliveries while the database was down', value: refused.length, unit: 'deliveries' },
      none('acknowledged nevertheless', refused.length - countFailed(refused), 'deliveries'),
      none('status other than 503', refused.filter(({ status }) => status !== 503).length, 'deliveries'),
    ],
  };
};
