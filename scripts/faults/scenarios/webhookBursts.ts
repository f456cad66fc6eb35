import pLimit from 'p-limit';
import { signMeta } from '#server/modules/leads/testing/deliveries.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { compare, openJournal } from '../journal.ts';
import { askOnce } from '../load.ts';
import type { Answer } from '../load.ts';
import { percentile } from '../measure.ts';
import { connectReader, countLeads, fillIn, listLeadIds, senders } from '../metaLeads.ts';
import type { Delivery } from '../metaLeads.ts';
import type { Person } from '#testing/people.ts';
import type { Scenario, ScenarioContext } from '../Scenario.ts';
import { createSite, startProduct } from '#testing/startProduct.ts';
import type { ProductSite } from '#testing/startProduct.ts';
import { startTcpProxy } from '../tcpProxy.ts';

const times = 10;
const collectWithinMs = 120_000;

const send = (site: ProductSite, { body }: Delivery): Promise<Answer> =>
  askOnce(`${site.apiUrl}/webhooks/meta`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signMeta(body) },
    body,
  });

const sendAll = (site: ProductSite, deliveries: readonly Delivery[]): Promise<Answer[]> => {
  const limit = pLimit(senders);
  return Promise.all(deliveries.map((delivery) => limit(() => send(site, delivery))));
};

const shuffle = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);

const notOk = (answers: readonly Answer[]): number => answers.filter(({ status }) => status !== 200).length;

/** Waits until the leads have been fetched, then compares them with the acknowledged ones. */
const check = async (context: ScenarioContext, person: Person, acknowledged: readonly string[], before: number) => {
  await waitUntil(async () => (await countLeads(person)) >= before + new Set(acknowledged).size, {
    timeoutMs: collectWithinMs,
    everyMs: 200,
    what: 'all the named leads',
  }).catch((error: unknown) => context.log(String(error)));
  const { lost, doubled } = compare(acknowledged, await listLeadIds(person));
  return { lost: lost.length, doubled: doubled.length };
};

/** A thousand leads at once, each delivered ten times, in random order. */
export const webhookBurst: Scenario = {
  name: 'webhook-burst',
  covers: ['R9'],
  runs: { full: 1, short: 1 },
  run: async (context) => {
    const sandbox = await context.startSandbox();
    const site = await createSite({ folder: context.folder, environment: sandbox.environment });
    await startProduct(site);
    const person = await connectReader(site);
    const before = await countLeads(person);
    const deliveries = await fillIn(sandbox, context.isShort ? 200 : 1_000);
    const journal = openJournal(context.folder, 'leads');
    const burst = await sendAll(site, deliveries);
    deliveries.forEach(({ leadId }, index) => {
      if (burst[index]?.status === 200) journal.record(leadId);
    });
    const repeated = shuffle(Array.from({ length: times - 1 }, () => deliveries).flat());
    const again = await sendAll(site, context.isShort ? repeated.slice(0, 600) : repeated);
    return {
      ...(await check(context, person, journal.ids(), before)),
      metrics: [
        { name: 'burst', value: burst.length, unit: 'deliveries' },
        {
          name: 'burst, p99',
          value: percentile(
            burst.map(({ ms }) => ms),
            0.99,
          ),
          unit: 'ms',
          atMost: 500,
        },
        { name: 'repeated', value: again.length, unit: 'deliveries' },
        {
          name: 'repeated, p99',
          value: percentile(
            again.map(({ ms }) => ms),
            0.99,
          ),
          unit: 'ms',
          atMost: 500,
        },
        { name: 'not taken', value: notOk(burst) + notOk(again), unit: 'deliveries', atMost: 0 },
      ],
    };
  },
};

/** Webhooks arrive while the database is down: none may be acknowledged, and none is lost when they are repeated. */
export const webhookDatabaseDown: Scenario = {
  name: 'webhook-database-down',
  covers: ['R9'],
  runs: { full: 3, short: 0 },
  run: async (context) => {
    const sandbox = await context.startSandbox();
    const postgres = await context.startPostgres();
    const server = new URL(postgres.url);
    const proxy = await startTcpProxy({ host: server.hostname, port: Number(server.port) });
    context.onEnd(() => proxy.close());
    server.port = String(proxy.port);
    const site = await createSite({
      folder: context.folder,
      environment: sandbox.environment,
      databaseUrl: server.href,
      roles: 'api,worker',
    });
    await startProduct(site);
    const person = await connectReader(site);
    const before = await countLeads(person);
    const journal = openJournal(context.folder, 'leads');
    const refused: Answer[] = [];
    for (let number = 0; number < context.runs; number += 1) {
      const deliveries = await fillIn(sandbox, 100);
      proxy.refuse();
      const first = await sendAll(site, deliveries);
      proxy.heal();
      refused.push(...first);
      // Repeats refused deliveries until they are accepted, as the platforms do.
      let open = deliveries.filter((_delivery, index) => first[index]?.status !== 200);
      const acknowledged = deliveries.filter((delivery) => !open.includes(delivery));
      journal.record(acknowledged.map(({ leadId }) => leadId));
      for (let round = 0; open.length > 0 && round < 20; round += 1) {
        const answers = await sendAll(site, shuffle(open));
        if (notOk(answers) === 0) {
          journal.record(open.map(({ leadId }) => leadId));
          open = [];
        }
      }
      if (open.length > 0) throw new Error(`${open.length} deliveries were never accepted`);
    }
    return {
      ...(await check(context, person, journal.ids(), before)),
      metrics: [
        { name: 'deliveries while the database was down', value: refused.length, unit: 'deliveries' },
        {
          name: 'acknowledged nevertheless',
          value: refused.filter(({ status }) => status === 200).length,
          unit: 'deliveries',
          atMost: 0,
        },
        {
          name: 'status other than 503',
          value: refused.filter(({ status }) => status !== 503).length,
          unit: 'deliveries',
          atMost: 0,
        },
      ],
    };
  },
};
