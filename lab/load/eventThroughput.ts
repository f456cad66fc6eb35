import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSite, startProduct } from '#testing/startProduct.ts';
import { now } from '#testing/startProduct.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { insertPeople } from '#lab/bench/people.ts';
import { percentile } from '#lab/faults/measure.ts';
import { atLeast } from '#lab/faults/metrics.ts';
import type { Metric } from '#lab/faults/metrics.ts';
import { openSocket } from '#lab/faults/openBrowser.ts';
import type { ScenarioContext, ScenarioRun } from '#lab/faults/Scenario.ts';

/** The load of one sender. */
export type SendOrder = { userIds: readonly string[]; perSecond: number; seconds: number };
export type SendReply = { events: number; perSecond: number };

const apis = 4;
const senders = 4;
const people = 40;
/** Notifications per second from all senders together. */
const rates = [150, 300, 450, 600, 800, 1_000, 1_300, 1_600, 2_000];
const secondsEach = 8;
const warmUpSeconds = 4;
const mostMs = 250;
/** Twice what docs/SCALING.md needs. */
const wanted = 600;
/** A sender that falls further behind has reached its limit, whatever the delay. */
const shareOfRate = 0.95;

const startSender = async (context: ScenarioContext, databaseUrl: string): Promise<ChildProcess> => {
  const site = await createSite({ folder: context.folder, databaseUrl, roles: 'worker' });
  const child = fork(fileURLToPath(new URL('./eventSender.ts', import.meta.url)), {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...site.env },
  });
  const ended = once(child, 'exit');
  context.onEnd(async () => {
    if (child.connected) child.disconnect();
    await ended;
  });
  await once(child, 'message');
  return child;
};

const order = async (sender: ChildProcess, what: SendOrder): Promise<SendReply> => {
  const replied = once(sender, 'message');
  sender.send(what);
  const [reply] = await replied;
  return reply;
};

/**
 * Measures how many notifications per second PostgreSQL carries in time from four `worker` processes to four `api` processes
 * with sockets. Two fifths are stored events, a fifth are jobs.
 */
export const eventThroughput: ScenarioRun = async (context) => {
  const { url: databaseUrl } = await context.startPostgres();
  const products = await Promise.all(
    Array.from({ length: apis }, () => startProduct({ folder: context.folder, databaseUrl, roles: 'api' })),
  );
  const children = await Promise.all(Array.from({ length: senders }, () => startSender(context, databaseUrl)));
  const persons = await insertPeople(databaseUrl, people);
  const delays: number[] = [];
  const sockets = persons.map((person, index) => {
    const socket = openSocket(context, { url: products[index % apis]?.apiUrl ?? '', person });
    socket.on('export_error', ({ message }: { message: string }) => delays.push(now() - Number.parseFloat(message)));
    socket.connect();
    return socket;
  });
  await waitUntil(() => sockets.every(({ connected }) => connected), { timeoutMs: 30_000, what: 'the sockets' });
  const userIds = persons.map(({ userId }) => userId);

  const measure = async (perSecond: number, seconds: number) => {
    delays.length = 0;
    const each = { userIds, perSecond: perSecond / senders, seconds };
    const replies = await Promise.all(children.map((child) => order(child, each)));
    const events = replies.reduce((sum, reply) => sum + reply.events, 0);
    await waitUntil(() => delays.length >= events, { timeoutMs: 60_000, what: `all ${events} events` });
    const achieved = replies.reduce((sum, reply) => sum + reply.perSecond, 0);
    return { achieved, doubled: delays.length - events, p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) };
  };
  await measure(rates[0] ?? 0, warmUpSeconds);

  const metrics: Metric[] = [];
  let carried = 0;
  let doubled = 0;
  for (const rate of rates) {
    const step = await measure(rate, secondsEach);
    context.log(`${rate}: ${JSON.stringify(step)}`);
    metrics.push(
      { name: `events.${rate}.sent`, value: step.achieved, unit: 'notifications/s' },
      { name: `events.${rate}.p50`, value: step.p50, unit: 'ms' },
      { name: `events.${rate}.p99`, value: step.p99, unit: 'ms' },
    );
    doubled += step.doubled;
    if (step.p99 > mostMs || step.achieved < rate * shareOfRate) break;
    carried = rate;
    // Waits for the jobs of this rate before the next rate starts.
    await sleep(1_000);
  }
  return { lost: 0, doubled, metrics: [...metrics, atLeast('events.carried', carried, wanted, 'notifications/s')] };
};
