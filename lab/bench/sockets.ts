import { setTimeout as sleep } from 'node:timers/promises';
import { createAdapter } from '@socket.io/postgres-adapter';
import { Pool } from 'pg';
import { Server } from 'socket.io';
import { parseEnv } from '#server/config/env.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { createRememberedSessions } from '#server/lib/http/rememberedSessions.ts';
import { createEventPublisher } from '#server/realtime/createEventPublisher.ts';
import { createSocketServer } from '#server/realtime/createSocketServer.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import { withClient } from '#testing/database/withClient.ts';
import { openSilently } from '#testing/database/withDatabase.ts';
import { socketPath } from '#shared/socketEvents.ts';
import { percentile, residentMegabytes } from '#lab/faults/measure.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import type { Cleanup } from './cleanup.ts';
import { compare, comparedMetrics } from './compare.ts';
import { insertPeople } from './people.ts';
import type { Person } from './people.ts';
import { delaysOf } from './sockets/delaysOf.ts';
import { now } from '#testing/startProduct.ts';
import { raiseFileLimit } from './sockets/raiseFileLimit.ts';
import { startClients } from './sockets/startClients.ts';
import type { Clients } from './sockets/startClients.ts';
import { startBare } from './startBare.ts';
import { startShipped } from './startShipped.ts';

const sizes = [5_000, 10_000];
const quickSizes = [200];
/** Number of web processes or bare proxies. Each needs two files per socket, and open files are limited per process. */
const proxyCount = 2;
/** Open files of a process other than sockets. */
const otherFiles = 500;
/** By then, the garbage from starting and connecting is collected, as in an install. */
const settleMs = 5_000;
const eventsPerSecond = 2_000;
const tickMs = 5;

/** A socket server behind its proxies, and an emitter like a worker's. */
type Side = {
  group: string;
  urls: string[];
  pids: number[];
  publish(userId: string): void;
};

const startWays = async <Way extends { stop(): Promise<void> }>(
  start: () => Promise<Way>,
  cleanup: Cleanup,
): Promise<Way[]> => {
  const started: Way[] = [];
  while (started.length < proxyCount) started.push(await cleanup.use(start()));
  return started;
};

const startProduct = async (databaseUrl: string, cleanup: Cleanup): Promise<Side> => {
  const api = await cleanup.use(startShipped({ roles: 'api', databaseUrl }));
  const webs = await startWays(() => startShipped({ roles: 'web', env: { API_URL: api.apiUrl } }), cleanup);
  const database = await openSilently({ databaseUrl });
  cleanup.add(() => database.close());
  const env = parseEnv({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') });
  const io = createSocketServer({ env, logger: createLogger('warn'), database });
  cleanup.add(() => io.of('/').adapter.close());
  const publisher = createEventPublisher(io, createRememberedSessions());
  return {
    group: 'product',
    urls: webs.map(({ url }) => url),
    pids: [api, ...webs].map(({ pid }) => pid),
    publish: (userId) => {
      // `insertPeople` gives the workspace of a person the person's id.
      const member = { userId, workspaceId: workspaceIdSchema.parse(userId) };
      publisher.toMember(member, 'insights_changed', { platform: 'google' });
    },
  };
};

const startReference = async (databaseUrl: string, cleanup: Cleanup): Promise<Side> => {
  const server = await cleanup.use(startBare('socketServer.ts', { databaseUrl }));
  const proxies = await startWays(() => startBare('apiProxy.ts', { target: server.url, path: socketPath }), cleanup);
  const pool = new Pool({ connectionString: databaseUrl });
  cleanup.add(() => pool.end());
  const io = new Server({ adapter: createAdapter(pool) });
  cleanup.add(() => io.of('/').adapter.close());
  return {
    group: 'bare',
    urls: proxies.map(({ url }) => url),
    pids: [server, ...proxies].map(({ pid }) => pid),
    publish: (userId) => void io.to(`user:${userId}`).emit('insights_changed', { platform: 'google' }),
  };
};

const memoryOf = async ({ pids }: Side): Promise<number> => {
  let sum = 0;
  for (const pid of pids) sum += await residentMegabytes(pid);
  return sum;
};

/** Sends one event to each person, evenly over time. @returns the delays */
const deliver = async (side: Side, people: readonly Person[], clients: Clients) => {
  const sent = new Map<string, number>();
  const arrivals = clients.collect(side.group);
  // Awaited below; this avoids unhandledRejection if sending fails first.
  arrivals.catch(() => {});
  const start = now();
  while (sent.size < people.length) {
    const due = Math.min(people.length, Math.ceil(((now() - start) / 1000) * eventsPerSecond));
    for (const { userId } of people.slice(sent.size, due)) {
      sent.set(userId, now());
      side.publish(userId);
    }
    await sleep(tickMs);
  }
  const delays = delaysOf(sent, await arrivals);
  return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) };
};

/** A separate database, because both sides use the same channel name. The Socket.IO adapter also needs a table. */
const createBareDatabase = async (databaseUrl: string): Promise<string> => {
  await withClient(databaseUrl, (client) => client.query('create database bare'));
  const url = new URL('/bare', databaseUrl).href;
  const table = 'socket_io_attachments (id bigserial unique, created_at timestamptz default now(), payload bytea)';
  await withClient(url, (bare) => bare.query(`create table ${table}`));
  return url;
};

/** Adds clients to one side up to its next size. @returns handshakes per second, and memory per client */
const grow = async (side: Side, idle: number, people: readonly Person[], from: number, clients: Clients) => {
  const start = now();
  await clients.connect(side.group, side.urls, people.slice(from));
  const rate = (people.length - from) / ((now() - start) / 1000);
  await sleep(settleMs);
  const megabytes = (await memoryOf(side)) - idle;
  return { rate, megabytes };
};

/**
 * 5,000 and 10,000 signed-in people with a WebSocket each, through two web processes to the API. The reference is Socket.IO
 * behind two proxies of Express and http-proxy-middleware. This process acts as a worker and sends events to both through
 * PostgreSQL. Targets: at most 1.3 times the memory per client, at most 1.5 times the p99 of an event, 500 handshakes per second.
 */
export const sockets = ({ isQuick }: BenchmarkOptions): Promise<Metric[]> =>
  withCleanup(async (cleanup) => {
    const steps = isQuick ? quickSizes : sizes;
    const most = Math.max(...steps);
    // A proxy opens two files per client, the server one.
    await raiseFileLimit(Math.max((most * 2) / proxyCount, most) + otherFiles);
    const postgres = await cleanup.use(startPostgres());
    const product = await startProduct(postgres.url, cleanup);
    const people = await insertPeople(postgres.url, most);
    const reference = await startReference(await createBareDatabase(postgres.url), cleanup);
    const clients = startClients();
    cleanup.add(() => clients.stop());

    await sleep(settleMs);
    const idle = { product: await memoryOf(product), reference: await memoryOf(reference) };
    const metrics: Metric[] = [];
    let from = 0;
    for (const [step, size] of steps.entries()) {
      const name = `sockets.${size}`;
      const some = people.slice(0, size);
      const begun = from;
      const growOwn = () => grow(product, idle.product, some, begun, clients);
      const growBare = () => grow(reference, idle.reference, some, begun, clients);
      // Sides only grow, so each size is measured once, in alternating order.
      const ownFirst = step % 2 === 1 ? await growOwn() : null;
      const bare = await growBare();
      const own = ownFirst ?? (await growOwn());
      from = size;
      const delivery = await compare({
        isQuick,
        subject: () => deliver(product, some, clients),
        reference: () => deliver(reference, some, clients),
      });
      metrics.push(
        { name: `${name}.handshakes`, value: own.rate, unit: 'sockets/s', target: { atLeast: 500 } },
        { name: `${name}.bareHandshakes`, value: bare.rate, unit: 'sockets/s' },
        { name: `${name}.memory`, value: own.megabytes, unit: 'MB' },
        { name: `${name}.memoryEach`, value: (own.megabytes * 1024) / size, unit: 'KB' },
        { name: `${name}.bareMemoryEach`, value: (bare.megabytes * 1024) / size, unit: 'KB' },
        { name: `${name}.memoryRatio`, value: own.megabytes / bare.megabytes, unit: 'x', target: { atMost: 1.3 } },
        ...comparedMetrics(
          delivery.of('p50'),
          [`${name}.delivery.p50`, `${name}.bareDelivery.p50`, `${name}.delivery.p50Ratio`],
          'ms',
        ),
        ...comparedMetrics(
          delivery.of('p99'),
          [`${name}.delivery.p99`, `${name}.bareDelivery.p99`, `${name}.delivery.p99Ratio`],
          'ms',
          { atMost: 1.5 },
        ),
      );
    }
    return metrics;
  });
